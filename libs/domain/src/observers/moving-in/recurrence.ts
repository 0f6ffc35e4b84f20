import { Temporal } from 'temporal-polyfill';

export const hour = 3_600_000;
export const day = 24 * hour;
export const week = 7 * day;

const frequencies = ['hourly', 'daily', 'weekly', 'monthly'] as const;

/** Throws for one that nobody knows. */
export function frequencyNamed(name: string): (typeof frequencies)[number] {
  const found = frequencies.find((one) => one === name.toLowerCase());
  if (found === undefined) throw new Error(`unknown frequency “${name}”`);
  return found;
}

/** Local times are milliseconds since 1970, as if they were UTC. Weekdays count from 0, Monday. */
export interface Recurrence {
  readonly frequency: (typeof frequencies)[number];
  readonly start: number;
  readonly interval: number;
  readonly weekStart: number;
  readonly weekdays: readonly number[] | null;
  /** Negative ones count from the end. */
  readonly monthDays: readonly number[] | null;
  readonly months: readonly number[] | null;
  /** Inclusive. */
  readonly until: number;
  /** So many at most. */
  readonly count?: number;
}

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Throws for a day that nobody knows: guessed, it would be days off, unnoticed. */
export function weekdayNamed(name: string): number {
  const found = dayNames.indexOf(name);
  if (found < 0) throw new Error(`unknown weekday “${name}”`);
  return found;
}

export const weekdayOf = (local: number): number => (Math.floor(local / day) + 3) % 7;

/** No rule of an organisation has more before its end. */
const most = 400_000;

/** From the first on, in order. */
export function* occurrencesOf(rule: Recurrence): Generator<number> {
  let left = rule.count ?? most;
  for (let period = 0; period < most; period += 1) {
    const locals = inPeriod(rule, period * rule.interval);
    if (locals === null) return;
    for (const local of locals) {
      if (local > rule.until || left === 0) return;
      if (local < rule.start || !fits(rule, local)) continue;
      left -= 1;
      yield local;
    }
  }
}

function inPeriod(rule: Recurrence, n: number): readonly number[] | null {
  const { frequency, start, weekStart, weekdays } = rule;
  if (frequency === 'hourly') return within(rule, [start + n * hour]);
  if (frequency === 'daily') return within(rule, [start + n * day]);
  if (frequency === 'monthly') return monthOf(rule, n);
  const first = start - ((weekdayOf(start) - weekStart + 7) % 7) * day + n * week;
  const days = (weekdays ?? [weekdayOf(start)]).map((weekday) => first + ((weekday - weekStart + 7) % 7) * day);
  return within(
    rule,
    days.toSorted((one, other) => one - other),
    first,
  );
}

const within = ({ until }: Recurrence, locals: readonly number[], first = locals[0]!): readonly number[] | null =>
  first > until ? null : locals;

function monthOf({ start, weekdays, monthDays, until }: Recurrence, n: number): readonly number[] | null {
  const date = dateOf(start);
  const month = date.with({ day: 1 }).add({ months: n });
  const first = localOf(month);
  if (first > until) return null;
  const all = Array.from({ length: month.daysInMonth }, (_, index) => index + 1);
  const wanted = monthDays?.map((one) => (one < 0 ? month.daysInMonth + one + 1 : one)) ?? (weekdays === null ? [date.day] : all);
  return all.filter((one) => wanted.includes(one)).map((one) => first + (one - 1) * day + (start % day));
}

export const dateOf = (local: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDate();

/** Midnight of a date. */
export const localOf = (date: Temporal.PlainDate): number => date.toZonedDateTime('UTC').epochMilliseconds;

function fits({ frequency, weekdays, monthDays, months }: Recurrence, local: number): boolean {
  if (weekdays !== null && !weekdays.includes(weekdayOf(local))) return false;
  if (months !== null && !months.includes(dateOf(local).month)) return false;
  return monthDays === null || frequency === 'monthly' || monthDays.includes(dateOf(local).day);
}
