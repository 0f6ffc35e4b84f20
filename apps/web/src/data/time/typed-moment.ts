import { Temporal } from 'temporal-polyfill';
import { fold, withNamedDates, withNumericDates } from './typed-dates.js';
import { weekdayOf } from './weekdays.js';

const timePattern = /^(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/;
const lengthPattern = /^(\d{1,3})(min|h|d)$/;

export interface TypedWith {
  /** Milliseconds. */
  readonly now: number;
  readonly zone: string;
  /** Whether 28/3 is 28 March. */
  readonly dayFirst: boolean;
  /** Days without a year, and weekdays, are the last ones and not the next. */
  readonly isPast: boolean;
  readonly timeOfDay: string;
}

/** Reads `tomorrow 9`, `28 mar 14:30`, `fri`, `in 2h` as the value of a field, `2026-11-27T09:00`; null while it can’t be read. */
export function readMoment(typed: string, known: TypedWith): string | null {
  const here = Temporal.Instant.fromEpochMilliseconds(known.now).toZonedDateTimeISO(known.zone);
  const today = here.toPlainDate();
  const words = (line: string): readonly string[] =>
    line
      .trim()
      .replace(/(\d) (h|d|min)\b/, '$1$2')
      .split(/[\s,]+/)
      .filter((word) => !filler.has(word));
  const line = withNumericDates(fold(typed), known.isPast ? yearBefore(today) : today, known.dayFirst).replace(/(\d)\s+([ap]m)\b/g, '$1$2');
  const dated = withNamedDates(line, known.isPast ? yearBefore(today) : today);
  const at = readLength(words(line), here, known.isPast) ?? readDay(words(dated), here, known);
  return at ? at.toPlainDateTime().toString({ smallestUnit: 'minute' }) : null;
}

const filler = new Set(['', 'in', 'at', 'on', 'ago']);

/** From here on a day without a year is found in the last twelve months. */
const yearBefore = (today: Temporal.PlainDate): Temporal.PlainDate => today.subtract({ years: 1 }).add({ days: 1 });

function readLength(words: readonly string[], here: Temporal.ZonedDateTime, isPast: boolean): Temporal.ZonedDateTime | null {
  const [, count, unit] = words.length === 1 ? (lengthPattern.exec(words[0]!) ?? []) : [];
  if (unit === undefined) return null;
  const length = { [{ min: 'minutes', h: 'hours', d: 'days' }[unit]!]: Number(count) };
  return isPast ? here.subtract(length) : here.add(length);
}

function readDay(words: readonly string[], here: Temporal.ZonedDateTime, { isPast, timeOfDay }: TypedWith): Temporal.ZonedDateTime | null {
  const { at, hasWeekday, hasTime, rest } = momentFrom(words, here);
  if (!at || rest.length > 0) return null;
  const timed = hasTime ? at : at.withPlainTime(timeOfDay);
  const hasDate = words.some((word) => dateFrom(word));
  return isPast && hasWeekday && !hasDate && Temporal.ZonedDateTime.compare(timed, here) > 0 ? timed.subtract({ weeks: 1 }) : timed;
}

/** Number of words up to this one, if it is present. */
export const wordsUpTo = (words: readonly string[], word: string): number => (words.includes(word) ? words.indexOf(word) : words.length);

interface Moment {
  readonly at: Temporal.ZonedDateTime | null;
  readonly hasWeekday: boolean;
  readonly hasTime: boolean;
  readonly rest: readonly string[];
}

/** A day and a time among words, the first of each, from `base` on. */
export function momentFrom(words: readonly string[], base: Temporal.ZonedDateTime): Moment {
  const today = base.toPlainDate();
  const beforeNow = words.slice(0, wordsUpTo(words, 'now'));
  const dayWord = dayWordIn(beforeNow, today);
  const timeWord = beforeNow.findIndex((word) => timeFrom(word));
  const hasWeekday = dayWord >= 0 && weekdayOf(words[dayWord]!) !== undefined;
  if (words.includes('now')) return { at: base, hasWeekday, hasTime: true, rest: words.filter((one) => one !== 'now') };
  const repeats = (word: string): boolean => dayWord >= 0 && weekdayOf(word) === dayFrom(words[dayWord]!, today)!.dayOfWeek;
  const rest = words.filter((word, at) => at !== dayWord && at !== timeWord && !repeats(word));
  if (dayWord < 0 && timeWord < 0) return { at: null, hasWeekday, hasTime: false, rest };
  const date = dayWord < 0 ? today : dayFrom(words[dayWord]!, today)!;
  const at = date.toZonedDateTime({ timeZone: base.timeZoneId, plainTime: timeWord < 0 ? '00:00' : timeFrom(words[timeWord]!)! });
  return { at, hasWeekday, hasTime: timeWord >= 0, rest };
}

/** A date before a weekday: `sat 28 nov` is the date, and its weekday says the same. */
function dayWordIn(words: readonly string[], today: Temporal.PlainDate): number {
  const date = words.findIndex((word) => dateFrom(word));
  return date >= 0 ? date : words.findIndex((word) => dayFrom(word, today));
}

/** `sat` is the next one, today included. */
function dayFrom(word: string, today: Temporal.PlainDate): Temporal.PlainDate | null {
  if (word === 'today') return today;
  if (word === 'tomorrow') return today.add({ days: 1 });
  if (word === 'yesterday') return today.subtract({ days: 1 });
  const date = dateFrom(word);
  if (date) return date;
  const weekday = /^(mon|tue|wed|thu|fri|sat|sun)/.test(word) ? weekdayOf(word) : undefined;
  return weekday === undefined ? null : today.add({ days: (weekday - today.dayOfWeek + 7) % 7 });
}

/** Null for a day that does not exist. */
function dateFrom(word: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(word)) return null;
  try {
    return Temporal.PlainDate.from(word, { overflow: 'reject' });
  } catch {
    return null;
  }
}

function timeFrom(word: string): Temporal.PlainTime | null {
  const [, hour, minute = '0', half] = timePattern.exec(word) ?? [];
  if (hour === undefined || Number(hour) > (half ? 12 : 24) || Number(minute) > 59) return null;
  const shift = half === 'pm' ? 12 : 0;
  return Temporal.PlainTime.from({ hour: half ? (Number(hour) % 12) + shift : Number(hour) % 24, minute: Number(minute) });
}
