import type { Zone } from '../../setup/schedules/shared/drawn-up.js';
import { listOf, numberIn, numberOf, textOf, textsOf, type Fields } from './answers.js';
import { localTime, zoneNamed, zoneFor } from './foreign-zones.js';
import { day, frequencyNamed, occurrencesOf, week, weekdayNamed, weekdayOf, type Recurrence } from './recurrence.js';
import type { Span, Stretch } from './stretches.js';

/** Overrides cover everything. */
export const overrideRank = 1_000_000;

/** A shift, with its times as local times of its zone. */
export interface Shift {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly rank: number;
  readonly timeZone: string;
  readonly start: number;
  readonly duration: number;
  readonly until: number;
  readonly frequency: Recurrence['frequency'];
  readonly interval: number;
  readonly weekStart: number;
  readonly weekdays: readonly number[] | null;
  readonly monthDays: readonly number[] | null;
  readonly months: readonly number[] | null;
  /** In the order of their turns; of a shift without turns one group. */
  readonly groups: readonly (readonly string[])[];
}

const numbersIn = (row: Fields, name: string): readonly number[] | null =>
  Array.isArray(row[name]) && row[name].length > 0 ? row[name].map((one: unknown) => numberIn({ [name]: one }, name, -31, 31)) : null;

const types = new Set(['rolling_users', 'recurrent_event', 'single_event', 'override']);
const isRepeated = (type: string): boolean => type === 'rolling_users' || type === 'recurrent_event';

/** `timeZone`: the schedule’s; overrides run in UTC, those of a calendar schedule too. */
export function shiftOf(row: Fields, timeZone: string): Shift {
  const isOverride = row.type === 'override';
  const type = textOf(row.type);
  if (!types.has(type)) throw new Error(`unknown kind of shift “${type}”`);
  return {
    id: textOf(row.id),
    name: textOf(row.name),
    type,
    rank: isOverride ? overrideRank : numberOf(row.level),
    timeZone: textOf(row.time_zone) === '' ? (isOverride ? 'UTC' : timeZone) : zoneFor(textOf(row.time_zone)),
    start: localTime(textOf(row.start)),
    duration: numberIn(row, 'duration', 1) * 1_000,
    until: typeof row.until === 'string' ? localTime(row.until) : Number.POSITIVE_INFINITY,
    frequency: isRepeated(type) ? frequencyNamed(textOf(row.frequency)) : 'daily',
    interval: (row.interval ?? null) === null ? 1 : numberIn(row, 'interval', 1),
    weekStart: weekdayNamed(textOf(row.week_start) || 'SU'),
    weekdays: textsOf(row.by_day).length === 0 ? null : textsOf(row.by_day).map(weekdayNamed),
    monthDays: numbersIn(row, 'by_monthday'),
    months: numbersIn(row, 'by_month'),
    groups: row.type === 'rolling_users' ? groupsOf(row) : [textsOf(row.users)],
  };
}

/** From the index on, round. A group without anybody is passed over until the end, the first and those of selected days are not. */
function groupsOf(row: Fields): readonly (readonly string[])[] {
  const all = Array.isArray(row.rolling_users) ? row.rolling_users.map(textsOf) : [];
  const index = numberOf(row.start_rotation_from_user_index) < all.length ? numberOf(row.start_rotation_from_user_index) : 0;
  const [first, ...others] = [...all.slice(index), ...all.slice(0, index)];
  if (first === undefined || (row.frequency === 'daily' && textsOf(row.by_day).length > 0))
    return first === undefined ? [] : [first, ...others];
  return [first, ...others.filter((group) => group.length > 0), ...others.filter((group) => group.length === 0)];
}

const offsetAt = (zone: Zone, at: number): number => zone.wallAt(at) - at;

/** A start in a doubled hour is the second, in a skipped one it has the old offset; an end is the first, or has the new one. */
export function spanOnWall(zone: Zone, local: number, duration: number): Span {
  const first = zone.firstAt(local);
  const later = local - offsetAt(zone, first + 3 * 3_600_000);
  const isDoubled = later > first && zone.wallAt(later) === local;
  const from = zone.wallAt(first) === local ? (isDoubled ? later : first) : local - offsetAt(zone, first - 1);
  const end = local + duration;
  return { from, to: end - offsetAt(zone, end - (local - from)) };
}

const ruleOf = (shift: Shift, more: Partial<Recurrence>): Recurrence => ({ ...shift, ...more });

/** Who has which event. `isOnCall`: who may be notified; an event of nobody is none. */
export function stretchesOf(shift: Shift, isOnCall: (id: string) => boolean, span: Span): readonly Stretch[] {
  const zone = zoneNamed(shift.timeZone);
  const top = Math.min(shift.until, zone.wallAt(span.to) + 2 * day);
  const bottom = zone.wallAt(span.from) - shift.duration - 2 * day;
  const stretches: Stretch[] = [];
  for (const { local, group } of eventsOf(shift, top)) {
    const people = (shift.groups[group] ?? []).filter(isOnCall);
    const event = spanOnWall(zone, local, shift.duration);
    if (local >= bottom && people.length > 0 && event.from < event.to) stretches.push({ ...event, rank: shift.rank, people });
  }
  return stretches;
}

interface Event {
  readonly local: number;
  readonly group: number;
}

function* eventsOf(shift: Shift, until: number): Generator<Event> {
  if (shift.type === 'single_event' || shift.type === 'override') yield { local: shift.start, group: 0 };
  else if (shift.type === 'recurrent_event') yield* recurrentEvents(shift, until);
  else if (shift.frequency === 'daily' && shift.weekdays !== null) yield* onSelectedDays(shift, until);
  else yield* rollingEvents(shift, until);
}

/** It shows its start even where that is no selected day. */
function* recurrentEvents(shift: Shift, until: number): Generator<Event> {
  const locals = occurrencesOf(ruleOf(shift, { until }));
  let isFirst = true;
  for (const local of locals) {
    if (isFirst && local !== shift.start) yield { local: shift.start, group: 0 };
    isFirst = false;
    yield { local, group: 0 };
  }
}

/** Turns pass over the days that are not selected. */
export function* onSelectedDays(shift: Shift, until: number): Generator<Event> {
  let number = 0;
  for (const local of occurrencesOf(ruleOf(shift, { interval: 1, until }))) {
    yield { local, group: Math.floor(number / shift.interval) % shift.groups.length };
    number += 1;
  }
}

/** Each group has a series of its own, which begins with the next calendar week, month, day or hour. */
function* rollingEvents(shift: Shift, until: number): Generator<Event> {
  let { start } = shift;
  for (const group of shift.groups.keys()) {
    for (const local of occurrencesOf(ruleOf(shift, { start, interval: shift.interval * shift.groups.length, until })))
      yield { local, group };
    const next = nextStart(shift, start);
    if (next === undefined) return;
    start = next;
  }
}

function nextStart(shift: Shift, start: number): number | undefined {
  const least = leastNext(shift, start);
  for (const local of occurrencesOf(ruleOf(shift, { start, until: Number.MAX_SAFE_INTEGER }))) if (local >= least) return local;
  return undefined;
}

function leastNext({ frequency, weekStart, interval }: Shift, start: number): number {
  if (frequency === 'weekly') return start + (((weekStart - weekdayOf(start) + 6) % 7) + 1) * day + (interval - 1) * week;
  if (frequency === 'monthly') return start + (interval - 1) * 28 * day + 1;
  return start + (frequency === 'hourly' ? 3_600_000 : day);
}

/** The rows of a schedule’s shifts, each once. */
export const shiftRows = (bodies: readonly Fields[]): readonly Fields[] =>
  bodies.flatMap((body) => (Array.isArray(body.results) ? listOf(body.results) : 'duration' in body ? [body] : []));
