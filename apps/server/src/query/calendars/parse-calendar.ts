import { day } from '@tocsin/domain/rules/recurrence/rule.js';
import type { EventProblem } from '@tocsin/contracts/schedules/calendar-import.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { findZone } from '@tocsin/domain/setup/schedules/shared/zone-of-tzid.js';
import { isUsable, readEntries, type UnusableEntry } from './reading/calendar-entries.js';
import { CalendarProblem } from './reading/calendar-problem.js';
import { clockOf, utcClock } from './reading/clocks.js';
import { findLine, readComponents, readText, type CalendarComponent } from './reading/content-lines.js';
import type { Attendee } from './reading/entry.js';
import { groupSeries } from './reading/grouping.js';
import { instantOf } from './reading/moments.js';
import { listOccurrences, type Occurrence, type Series } from './reading/series.js';

export interface CalendarOrder {
  readonly text: string;
  /** The zone of times without one. */
  readonly timeZone: string;
  /** Only events that overlap this range, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The most events to return. */
  readonly limit: number;
}

export interface CalendarEvent {
  /** The same for the same occurrence of the same event at every read. */
  readonly key: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  /** For all-day events: the first day, and the day after the last. */
  readonly days: { readonly first: string; readonly end: string } | null;
  readonly attendees: readonly Attendee[];
  /** The line of the file on which it begins. */
  readonly line: number;
}

/** An event that can’t be used. `detail`: the property or the zone that is at fault. */
export interface UnusableEvent {
  readonly line: number;
  readonly title: string;
  readonly problem: EventProblem;
  readonly detail: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface CalendarRead {
  readonly name: string | null;
  readonly events: readonly CalendarEvent[];
  readonly problems: readonly UnusableEvent[];
  /** There were more events than `limit`. */
  readonly isCut: boolean;
}

/** The most occurrences that are examined in one calendar, however many rules it has. */
const maxOccurrences = 50_000;

/** Reads iCalendar (RFC 5545), including recurrence rules and exceptions. An event that can’t be read is named. Throws for other text. */
export function parseCalendar({ text, timeZone, from, to, limit }: CalendarOrder): CalendarRead {
  const calendars = readComponents(text).filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) throw new Error('it contains no calendar');
  const zone = findZone(timeZone);
  const all = calendars.flatMap((calendar) => readEntries(calendar, zone ? clockOf(zone) : utcClock));
  const unusable = all.filter((entry) => !isUsable(entry)) as UnusableEntry[];
  const { occurrences, broken, isCut } = expand(groupSeries(all.filter(isUsable)), { from, to });
  const problems = [...unusable, ...broken]
    .filter((one) => (one.from ?? from) < to && (one.to ?? to) > from)
    .toSorted((one, other) => one.line - other.line);
  const events = withUniqueKeys(occurrences.map(toEvent)).toSorted((one, other) =>
    one.from < other.from ? -1 : one.from > other.from ? 1 : 0,
  );
  return {
    name: nameOf(calendars),
    events: events.slice(0, limit),
    problems: problems.slice(0, limit).map(toUnusableEvent),
    isCut: isCut || events.length > limit || problems.length > limit,
  };
}

/** A series whose rule can’t be read is named; the others stay. */
function expand(allSeries: readonly Series[], range: { readonly from: number; readonly to: number }) {
  const occurrences: Occurrence[] = [];
  const broken: UnusableEntry[] = [];
  let examined = 0;
  for (const series of allSeries) {
    if (examined > maxOccurrences) break;
    try {
      const listed = listOccurrences(series, range);
      examined += listed.length;
      occurrences.push(...listed.filter((one) => instantOf(one.start) < range.to && endOf(one) > range.from));
    } catch (error) {
      if (!(error instanceof CalendarProblem)) throw error;
      const { line, title, start } = series.entry;
      broken.push({ line, title, problem: error, from: instantOf(start), to: null });
    }
  }
  return { occurrences, broken, isCut: examined > maxOccurrences };
}

const endOf = ({ start, length }: Occurrence): number => start.clock.instantOf(start.wall + length);

function toEvent(occurrence: Occurrence): CalendarEvent {
  const { key, entry, start, length } = occurrence;
  const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);
  return {
    key,
    title: entry.title,
    from: toInstant(instantOf(start)),
    to: toInstant(endOf(occurrence)),
    days: start.isDate ? { first: dateOf(start.wall), end: dateOf(start.wall + Math.max(length, day)) } : null,
    attendees: entry.attendees,
    line: entry.line,
  };
}

const toUnusableEvent = ({ line, title, problem: { code, detail, line: ownLine }, from, to }: UnusableEntry): UnusableEvent => ({
  line: ownLine ?? line,
  title,
  problem: code,
  detail,
  from: from === null ? null : toInstant(from),
  to: to === null ? null : toInstant(to),
});

/** Events that are alike in everything are one for their readers, but each has its place in the file. */
function withUniqueKeys(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const seen = new Map<string, number>();
  return events.map((event) => {
    const nth = seen.get(event.key) ?? 0;
    seen.set(event.key, nth + 1);
    return nth === 0 ? event : { ...event, key: `${event.key}#${nth}` };
  });
}

function nameOf(calendars: readonly CalendarComponent[]): string | null {
  const line = calendars.flatMap((calendar) => findLine(calendar, 'X-WR-CALNAME') ?? findLine(calendar, 'NAME') ?? [])[0];
  return line ? readText(line) || null : null;
}
