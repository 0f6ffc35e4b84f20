import type { Duty } from '../../setup/schedules/shared/on-call-hours.js';
import type { ReportFact } from './fact.js';
import type { Range } from './openings.js';

interface RunningDuty {
  from: number;
  people: string[];
}

interface Schedule {
  teamId: string;
  running: RunningDuty | null;
  readonly past: Duty[];
}

/** Who was on call in each schedule, as recorded. */
export class Duties {
  readonly schedules = new Map<string, Schedule>();

  constructor(private readonly range: Range) {}

  take({ kind, words: [scheduleId = '', personIds = ''], numbers: [at = 0] }: ReportFact): void {
    if (kind === 'schedule') this.of(scheduleId).teamId = personIds;
    else if (kind === 'duty') this.begin(this.of(scheduleId), at);
    else if (kind === 'on_duty') this.of(scheduleId).running?.people.push(personIds);
  }

  /** The duties in the range, up to the end of the report’s data; each ends where the next begins. */
  until(end: number): readonly { readonly scheduleId: string; readonly teamId: string; readonly duties: readonly Duty[] }[] {
    const last = Math.min(end, this.range.to);
    return [...this.schedules]
      .map(([scheduleId, { teamId, running, past }]) => ({
        scheduleId,
        teamId,
        duties: [...past, ...(running ? this.clipDuties(running, last) : [])],
      }))
      .filter(({ duties }) => duties.length > 0)
      .toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1));
  }

  private of(scheduleId: string): Schedule {
    const existingSchedule = this.schedules.get(scheduleId) ?? { teamId: '', running: null, past: [] };
    this.schedules.set(scheduleId, existingSchedule);
    return existingSchedule;
  }

  private begin(schedule: Schedule, at: number): void {
    if (schedule.running) schedule.past.push(...this.clipDuties(schedule.running, at));
    schedule.running = { from: at, people: [] };
  }

  private clipDuties({ from, people }: RunningDuty, to: number): Duty[] {
    const clipped = { from: Math.max(from, this.range.from), to: Math.min(to, this.range.to), people };
    return clipped.from < clipped.to ? [clipped] : [];
  }
}
