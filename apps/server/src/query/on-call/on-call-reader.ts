import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type {
  DraftAnswer,
  OnCallAnswer,
  OnCallPeriod,
  PersonShiftsAnswer,
  ShiftShown,
  ShiftsAnswer,
  TimelineAnswer,
} from '@tocsin/contracts/schedules/answers.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { answerDraft } from '@tocsin/domain/setup/schedules/answers/draft-answer.js';
import type { ScheduleDraft } from '@tocsin/domain/setup/schedules/answers/draft-schedule.js';
import { listPersonShifts, doesTakePart } from '@tocsin/domain/setup/schedules/answers/person-shifts.js';
import { joinShifts } from '@tocsin/domain/setup/schedules/answers/join-shifts.js';
import { listRecordedDuties, type Range } from '@tocsin/domain/setup/schedules/answers/recorded-duties.js';
import { listFinalDuties, listShiftsAhead, answerShifts } from '@tocsin/domain/setup/schedules/answers/shifts-answer.js';
import { onCallNow } from '@tocsin/domain/setup/schedules/shared/on-call-now.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { earlierOf, laterOf, addMillis } from '@tocsin/kernel/time.js';
import type { ViewReader } from '../view-reader.js';

export interface OnCallParts {
  readonly schedules: Rows<ScheduleRow>;
  readonly onCall: Rows<OnCallRow>;
  readonly viewReader: Pick<ViewReader, 'list'>;
  readonly now: () => string;
}

type OnCallEntry = OnCallAnswer['schedules'][number];

/** Periods in one read of the past. */
const atOnce = 200;

/** Who was, is and will be on call: the past as recorded, the future computed from memory. */
export class OnCallReader {
  constructor(private readonly parts: OnCallParts) {}

  schedule(id: string): ScheduleRow | undefined {
    return this.parts.schedules.get(id);
  }

  /** Who is on call at a moment, in these schedules or in all. One schedule after the other. */
  async at(at: string, scheduleIds?: readonly string[]): Promise<readonly OnCallEntry[]> {
    const rows = scheduleIds
      ? scheduleIds.flatMap((id) => this.schedule(id) ?? [])
      : [...this.parts.schedules.all()].filter(({ removed }) => !removed);
    const found: OnCallEntry[] = [];
    for (const row of rows.toSorted((one, other) => one.name.localeCompare(other.name))) {
      const { id: scheduleId, name, teamId, timeZone } = row;
      found.push({ scheduleId, name, teamId, timeZone, at, now: await this.dutiesAt(row, at), next: this.nextAfter(row, at) });
    }
    return found;
  }

  /** The shifts of one schedule in a range, whose length the route limits. */
  async shifts(row: ScheduleRow, range: Range): Promise<ShiftsAnswer> {
    return answerShifts(row, await this.periods(row.id, range), range, this.parts.now());
  }

  /** The final shifts and gaps of all schedules in a range, whose length the route limits. One schedule after the other. */
  async timeline(range: Range): Promise<TimelineAnswer> {
    const schedules: TimelineAnswer['schedules'] = [];
    for (const row of this.parts.schedules.all()) {
      if (row.removed) continue;
      const { final, gaps } = listFinalDuties(row, await this.periods(row.id, range), range, this.parts.now());
      schedules.push({ scheduleId: row.id, final: final.map(({ why, ...shift }) => ({ ...shift, by: why.kind })), gaps });
    }
    return { ...range, schedules };
  }

  /** The final shifts in a range of any length. The future part is computed in pieces, or left out. */
  async final(row: ScheduleRow, range: Range, isAhead: boolean): Promise<ShiftShown[]> {
    const now = earlierOf(laterOf(this.parts.now(), range.from), range.to);
    const recorded = { from: range.from, to: now };
    const shifts = [...listRecordedDuties(await this.periods(row.id, recorded), recorded, now).shifts];
    if (row.removed || !isAhead) return joinShifts(shifts);
    for (let from = now; from < range.to; from = addMillis(from, scheduleLimits.scheduleRange)) {
      shifts.push(...listShiftsAhead(row, { from, to: earlierOf(addMillis(from, scheduleLimits.scheduleRange), range.to) }));
    }
    return joinShifts(shifts);
  }

  /** The shifts that an unsaved edit would give. */
  async draft(drafted: ScheduleDraft, range: Range): Promise<DraftAnswer> {
    return answerDraft(drafted, await this.periods(drafted.before.id, range), range, this.parts.now());
  }

  /** A person’s future shifts, in all schedules in which they take part. `listShifts`: those of one schedule, cut off at the end of the range or whole. */
  async ofPerson(personId: string, range: Range, listShifts = listPersonShifts): Promise<PersonShiftsAnswer> {
    const ahead = { from: laterOf(range.from, this.parts.now()), to: range.to };
    const shifts: PersonShiftsAnswer['shifts'] = [];
    for (const row of this.parts.schedules.all()) {
      if (row.removed || !doesTakePart(row, personId)) continue;
      shifts.push(...listShifts(row, personId, ahead));
    }
    return { personId, ...range, shifts: shifts.toSorted((one, other) => (one.from < other.from ? -1 : 1)) };
  }

  private async dutiesAt(row: ScheduleRow, at: string): Promise<DutyShown[]> {
    if (at >= this.parts.now()) return [...onCallNow(row, at)];
    const [period] = await this.periods(row.id, { from: at, to: addMillis(at, 1) });
    return period && period.since <= at ? [...period.people] : [];
  }

  /** For the present: the next shift as it was planned when the current one was recorded. */
  private nextAfter(row: ScheduleRow, at: string): OnCallEntry['next'] {
    const planned = this.parts.onCall.get(row.id);
    if (at < this.parts.now() || !planned?.nextAt || planned.nextAt <= at) return null;
    const people = [...onCallNow(row, planned.nextAt)];
    const isChange =
      people
        .map(({ personId }) => personId)
        .toSorted()
        .join() !==
      planned.people
        .map(({ personId }) => personId)
        .toSorted()
        .join();
    return isChange ? { at: planned.nextAt, people } : null;
  }

  /** The recorded periods of a range, in order, starting with the one in which it begins. */
  private async periods(scheduleId: string, { from, to }: Range): Promise<readonly OnCallPeriod[]> {
    const periods: OnCallPeriod[] = [];
    let cursor: string | undefined;
    for (;;) {
      const query = { where: { scheduleId }, range: { column: 'place', to }, sort: 'place', descending: true, limit: atOnce };
      const { rows, next } = await this.parts.viewReader.list('onCallPeriods', { ...query, ...(cursor === undefined ? {} : { cursor }) });
      for (const { row } of rows) {
        periods.unshift(row);
        if (periods[0]!.since <= from) return periods;
      }
      if (next === null) return periods;
      cursor = next;
    }
  }
}
