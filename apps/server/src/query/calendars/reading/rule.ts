import { CalendarProblem } from './calendar-problem.js';
import type { ContentLine } from './content-lines.js';
import { day, midnightOf, second, type Moment } from './moments.js';

const frequencies = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof frequencies)[number];

/** A weekday, 0 for Sunday; `nth`: only this one of the month or the year, from its end if negative; 0: each. */
export interface RuleWeekday {
  readonly weekday: number;
  readonly nth: number;
}

/** A recurrence rule (RFC 5545, 3.3.10). Parts that it does not have are null. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** The last time, on the clock of the start. */
  readonly until: number | null;
  readonly weekStart: number;
  readonly months: readonly number[] | null;
  readonly weeks: readonly number[] | null;
  readonly yearDays: readonly number[] | null;
  readonly monthDays: readonly number[] | null;
  readonly weekdays: readonly RuleWeekday[] | null;
  readonly hours: readonly number[] | null;
  readonly minutes: readonly number[] | null;
  readonly seconds: readonly number[] | null;
  readonly positions: readonly number[] | null;
}

const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The bounds of the numbers of each part; of those with negative ones, which count from the end, 0 is none. */
const bounds = {
  BYMONTH: { min: 1, max: 12 },
  BYWEEKNO: { min: -53, max: 53 },
  BYYEARDAY: { min: -366, max: 366 },
  BYMONTHDAY: { min: -31, max: 31 },
  BYHOUR: { min: 0, max: 23 },
  BYMINUTE: { min: 0, max: 59 },
  BYSECOND: { min: 0, max: 60 },
  BYSETPOS: { min: -366, max: 366 },
} as const;
const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', ...Object.keys(bounds)]);

/** Throws a CalendarProblem for a rule that can’t be read, and for one of every minute or second: it is no shift, and has millions of times. */
export function readRule(line: ContentLine, start: Moment): Rule {
  const unreadable = new CalendarProblem('unreadable', line.name, line.line);
  const parts = new Map(line.value.toUpperCase().replaceAll(/\s/g, '').split(';').filter(Boolean).map(splitPart));
  if ([...parts.keys()].some((name) => !known.has(name) && !name.startsWith('X-'))) throw unreadable;
  const numbers = (name: keyof typeof bounds) => readNumbers(parts.get(name), bounds[name], unreadable);
  const positive = (name: string) => readNumbers(parts.get(name), { min: 1, max: 1_000_000 }, unreadable)?.[0];
  const frequency = parts.get('FREQ') ?? '';
  if (frequency === 'MINUTELY' || frequency === 'SECONDLY') throw new CalendarProblem('repeats_too_often', line.name, line.line);
  if (!isFrequency(frequency)) throw unreadable;
  return {
    frequency,
    interval: positive('INTERVAL') ?? 1,
    count: positive('COUNT') ?? null,
    until: readUntil(parts.get('UNTIL'), start, unreadable),
    weekStart: Math.max(names.indexOf(parts.get('WKST') ?? 'MO'), 0),
    months: numbers('BYMONTH'),
    weeks: numbers('BYWEEKNO'),
    yearDays: numbers('BYYEARDAY'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays: readWeekdays(parts.get('BYDAY'), unreadable),
    hours: numbers('BYHOUR'),
    minutes: numbers('BYMINUTE'),
    seconds: numbers('BYSECOND'),
    positions: numbers('BYSETPOS'),
  };
}

const splitPart = (part: string): readonly [string, string] => [part.split('=')[0]!, part.slice(part.indexOf('=') + 1)];

const isFrequency = (text: string): text is Frequency => (frequencies as readonly string[]).includes(text);

function readNumbers(
  text: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
  unreadable: CalendarProblem,
): readonly number[] | null {
  if (text === undefined) return null;
  const numbers = text.split(',').map((one) => (/^[+-]?\d+$/.test(one) ? Number(one) : Number.NaN));
  if (!numbers.every((one) => one >= min && one <= max && (min >= 0 || one !== 0))) throw unreadable;
  return numbers;
}

function readWeekdays(text: string | undefined, unreadable: CalendarProblem): readonly RuleWeekday[] | null {
  if (text === undefined) return null;
  return text.split(',').map((one) => {
    const found = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(one);
    if (!found) throw unreadable;
    return { weekday: names.indexOf(found[2]!), nth: Number(found[1] ?? 0) };
  });
}

/** As the clock of the start shows it; a date means the whole day. */
function readUntil(text: string | undefined, { clock, isDate }: Moment, unreadable: CalendarProblem): number | null {
  if (text === undefined) return null;
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text);
  if (!found) throw unreadable;
  const [year, month, dayOfMonth, hour, minute, seconds] = found.slice(1, 7).map((digits) => Number(digits ?? 0));
  const given = Date.UTC(year!, month! - 1, dayOfMonth, hour, minute, seconds);
  const wall = found[7] === undefined ? given : clock.wallAt(given);
  return isDate || found[4] === undefined ? midnightOf(wall) + day - second : wall;
}
