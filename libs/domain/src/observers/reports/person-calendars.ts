import type { LocalClock } from '../../setup/schedules/shared/local-clock.js';
import { createLocalClock } from '../../setup/schedules/shared/local-clock.js';
import { organisation, type FactKind, type ReportFact } from './fact.js';

/** The clock of each person, and their holidays, as of each fact. */
export class PersonCalendars {
  private readonly zones = new Map<string, string>();
  private readonly chosen = new Map<string, string>();
  private readonly calendars = new Map<string, Set<string>>();
  private readonly clocks = new Map<string, LocalClock>();

  constructor(private readonly edition: string) {}

  take({ kind, words: [who = '', value = ''] }: ReportFact): void {
    calendarReducers[kind]?.(this.parts, who, value);
  }

  /** Whether an instant was in their sleep hours, on a weekend, on one of their holidays. */
  at(personId: string, at: number): { readonly sleep: boolean; readonly weekend: boolean; readonly holiday: boolean } {
    const clock = this.clockOf(personId);
    return { sleep: clock.isNight(at), weekend: clock.isWeekend(at), holiday: this.holidaysOf(personId).has(clock.date(at)) };
  }

  zoneOf(personId: string): string {
    return this.zones.get(personId) ?? this.zones.get(organisation) ?? 'UTC';
  }

  holidaysOf(personId: string): ReadonlySet<string> {
    const calendar = this.chosen.get(personId) || this.chosen.get(organisation);
    return (calendar === undefined ? undefined : this.calendars.get(calendar)) ?? noDays;
  }

  clockOf(personId: string): LocalClock {
    const zone = this.zoneOf(personId);
    const clock = this.clocks.get(zone) ?? createLocalClock(this.edition, zone);
    this.clocks.set(zone, clock);
    return clock;
  }

  private get parts(): CalendarState {
    return { zones: this.zones, chosen: this.chosen, calendars: this.calendars };
  }
}

const noDays: ReadonlySet<string> = new Set();

interface CalendarState {
  readonly zones: Map<string, string>;
  readonly chosen: Map<string, string>;
  readonly calendars: Map<string, Set<string>>;
}

const calendarReducers: Partial<Record<FactKind, (parts: CalendarState, who: string, value: string) => void>> = {
  zone: ({ zones }, who, zone) => void zones.set(who, zone),
  calendar_chosen: ({ chosen }, who, calendar) => void chosen.set(who, calendar),
  calendar: ({ calendars }, calendar) => void calendars.set(calendar, new Set()),
  holiday: ({ calendars }, calendar, date) => void calendars.get(calendar)?.add(date),
};
