import type { CalendarFeedAnswer, CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { feedRangeOf, readRange } from '@tocsin/domain/setup/calendar-feeds/feed-of.js';
import { doesTakePart } from '@tocsin/domain/setup/schedules/answers/person-shifts.js';
import { feedShiftsOf } from '@tocsin/domain/setup/calendar-feeds/feed-shifts.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';
import type { OnCallReader } from '../on-call/on-call-reader.js';
import { renderCalendar } from './calendar-text.js';

interface FeedDependencies {
  readonly reads: Pick<ConfigurationReads, 'people' | 'schedules'>;
  readonly now: () => string;
}
type FeedShift = CalendarFeedAnswer['shifts'][number];

/** The content of calendar feeds: current names and times, no reasons and nothing secret. */
export class FeedReader {
  constructor(
    private readonly dependencies: FeedDependencies,
    private readonly onCall: OnCallReader,
  ) {}

  async read({ of, personId }: CalendarFeedRow, url: string): Promise<CalendarFeedAnswer> {
    const { reads, now } = this.dependencies;
    const range = feedRangeOf(now());
    const row = of.kind === 'schedule' ? reads.schedules.get(of.scheduleId) : undefined;
    const shifts: FeedShift[] = [];
    for (const schedule of row ? [row] : this.all()) shifts.push(...(await this.ofSchedule(schedule, url, row ? null : personId)));
    const within = shifts.filter(({ from, to }) => from < range.to && to > range.from);
    const name = row ? `${row.name} on call` : `${readablePersonal(reads.people.get(personId)?.name)} on call`;
    return { name, ...range, shifts: within.toSorted((one, other) => (one.from < other.from ? -1 : 1)) };
  }

  /** A person’s own shifts in a removed schedule stay until they are outside the range. */
  private all(): ScheduleRow[] {
    const { from } = feedRangeOf(this.dependencies.now());
    return [...this.dependencies.reads.schedules.all()].filter(({ removed, edited }) => !removed || (edited?.at ?? from) >= from);
  }

  /** `personId`: only the shifts of this person. */
  private async ofSchedule(schedule: ScheduleRow, base: string, personId: string | null): Promise<FeedShift[]> {
    const read = readRange(feedRangeOf(this.dependencies.now()));
    const isAhead = personId === null || doesTakePart(schedule, personId);
    const shifts = feedShiftsOf(schedule, await this.onCall.final(schedule, read, isAhead), read);
    const url = `${base}/schedules/${schedule.id}`;
    return shifts
      .filter((shift) => personId === null || shift.personId === personId)
      .map((shift) => ({ ...shift, title: this.title(schedule, personId === null ? shift.personId : null), scheduleId: schedule.id, url }));
  }

  private title({ name }: ScheduleRow, personId: string | null): string {
    return personId === null ? `On call: ${name}` : `${readablePersonal(this.dependencies.reads.people.get(personId)?.name)}: ${name}`;
  }
}

/** As iCalendar. A schedule that was never edited counts as edited when its first version took effect. */
export const renderFeed = (
  answer: CalendarFeedAnswer,
  { reminder }: CalendarFeedRow,
  { schedules }: Pick<ConfigurationReads, 'schedules'>,
): string => {
  const getEdits = (id: string) => schedules.get(id)?.edited ?? { at: schedules.get(id)!.versions[0]!.effectiveFrom, times: 0 };
  return renderCalendar(answer, { getEdits, reminder });
};
