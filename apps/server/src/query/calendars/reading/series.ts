import { day, midnightOf } from '@tocsin/domain/rules/recurrence/rule.js';
import { CalendarProblem } from './calendar-problem.js';
import { lengthUntil, type CalendarEntry } from './entry.js';
import { atWall, instantOf, textOf, type Moment } from './moments.js';
import { listRuleWalls } from './recurrence.js';

/** One time of an event. */
export interface Occurrence {
  readonly key: string;
  readonly entry: CalendarEntry;
  readonly start: Moment;
  readonly length: number;
}

/** In instants. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Time {
  readonly start: Moment;
  readonly length: number;
}

/** An event with everything in the file that changes single occurrences of it. */
export interface Series {
  readonly key: string;
  readonly entry: CalendarEntry;
  readonly changes: readonly CalendarEntry[];
}

/** Occurrences that overlap a range, each where it is now. */
export function listOccurrences({ key, entry, changes }: Series, range: Range): readonly Occurrence[] {
  if (!isRecurring(entry) && changes.length === 0) return [{ key, entry, start: entry.start, length: entry.length }];
  const changeAt = latestByInstant(changes);
  const later = [...changeAt].filter(([, change]) => change.isForLaterToo).toSorted(([one], [other]) => one - other);
  // a change may bring an occurrence from outside of the range into it
  const times = timesOf(entry, range);
  const found: Occurrence[] = [];
  for (const [instant, time] of times) {
    const occurrenceKey = isRecurring(entry) ? `${key}/${textOf(time.start)}` : key;
    const change = changeAt.get(instant);
    changeAt.delete(instant);
    if (change) found.push({ key: occurrenceKey, entry: change, start: change.start, length: change.length });
    else found.push({ key: occurrenceKey, ...movedAlong(entry, time, later.findLast(([from]) => from <= instant)?.[1]) });
  }
  const excluded = exclusionOf(entry, range);
  for (const change of changeAt.values())
    if (!excluded(change.replaces!))
      found.push({ key: `${key}/${textOf(change.replaces!)}`, entry: change, start: change.start, length: change.length });
  return found.filter(({ entry: { isCancelled } }) => !isCancelled);
}

export const isRecurring = ({ rules, dates }: CalendarEntry): boolean => rules.length > 0 || dates.length > 0;

/** `RANGE=THISANDFUTURE`: this occurrence and all later ones are moved by the same time. */
function movedAlong(entry: CalendarEntry, { start, length }: Time, change: CalendarEntry | undefined): Omit<Occurrence, 'key'> {
  if (!change) return { entry, start, length };
  const by = change.start.wall - change.start.clock.wallAt(instantOf(change.replaces!));
  const wall = change.start.clock.wallAt(instantOf(start)) + by;
  return { entry: change, start: atWall(change.start, wall), length: change.length };
}

/** Of several changes of one occurrence the highest SEQUENCE counts, then the newest. */
export function latestByInstant(changes: readonly CalendarEntry[]): Map<number, CalendarEntry> {
  const latest = new Map<number, CalendarEntry>();
  for (const change of changes) {
    const instant = instantOf(change.replaces!);
    const before = latest.get(instant);
    if (!before || isNewer(change, before)) latest.set(instant, change);
  }
  return latest;
}

export const isNewer = (one: CalendarEntry, other: CalendarEntry): boolean =>
  one.sequence === other.sequence ? one.stamp >= other.stamp : one.sequence > other.sequence;

/** The times of the event alone, by instant. */
function timesOf(entry: CalendarEntry, range: Range): ReadonlyMap<number, Time> {
  const { start, length, rules, dates } = entry;
  const times = new Map<number, Time>();
  const add = (time: Time) => times.set(instantOf(time.start), time);
  if (rules.length === 0) add({ start, length });
  const around = { from: range.from - length - 2 * day, to: range.to + 2 * day };
  for (const rule of rules) for (const wall of listRuleWalls(rule, start, around)) add({ start: atWall(start, wall), length });
  for (const { start: date, end } of dates) add({ start: date, length: end ? lengthOf({ start: date, end }) : length });
  const isExcluded = exclusionOf(entry, range);
  return new Map([...times].filter(([, time]) => !isExcluded(time.start)));
}

function lengthOf({ start, end }: { readonly start: Moment; readonly end: Moment }): number {
  const length = lengthUntil(start, end);
  if (length <= 0) throw new CalendarProblem('ends_before_start', 'RDATE');
  return length;
}

/** EXDATE names instants in any zone, or dates, which exclude all that begins on them; EXRULE is of an older standard, and still in use. */
function exclusionOf({ start, length, exceptDates, exceptRules }: CalendarEntry, range: Range): (moment: Moment) => boolean {
  const around = { from: range.from - length - 2 * day, to: range.to + 2 * day };
  const walls = exceptRules.flatMap((rule) => listRuleWalls(rule, start, around));
  const byRule = walls.map((wall) => instantOf(atWall(start, wall)));
  const instants = new Set([...exceptDates.filter(({ isDate }) => !isDate).map(instantOf), ...byRule]);
  const dates = new Set(exceptDates.filter(({ isDate }) => isDate).map(({ wall }) => wall));
  const timedDates = new Set(start.isDate ? exceptDates.map((one) => midnightOf(start.clock.wallAt(instantOf(one)))) : []);
  return (moment) => instants.has(instantOf(moment)) || dates.has(midnightOf(moment.wall)) || timedDates.has(midnightOf(moment.wall));
}
