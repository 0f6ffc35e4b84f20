import { calendarMillis } from '@tocsin/kernel/time.js';

export const second = 1_000;
export const day = 86_400 * second;
export const midnightOf = (wall: number): number => Math.floor(wall / day) * day;

/** Why a rule can’t be used. */
export class RuleProblem extends Error {
  constructor(readonly reason: 'unreadable' | 'repeats_too_often') {
    super(reason);
  }
}

/** When a rule starts, on a clock. */
export interface RuleStart {
  readonly wall: number;
  readonly isDate: boolean;
  readonly clock: { wallAt(instant: number): number };
}

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

/** Throws a RuleProblem for a rule that can’t be read, and for one of every minute or second: it has millions of times. */
export function readRule(text: string, start: RuleStart): Rule {
  const unreadable = new RuleProblem('unreadable');
  const parts = new Map(text.toUpperCase().replaceAll(/\s/g, '').split(';').filter(Boolean).map(splitPart));
  if ([...parts.keys()].some((name) => !known.has(name) && !name.startsWith('X-'))) throw unreadable;
  const numbers = (name: keyof typeof bounds) => readNumbers(parts.get(name), bounds[name], unreadable);
  const positive = (name: string) => readNumbers(parts.get(name), { min: 1, max: 1_000_000 }, unreadable)?.[0];
  const frequency = parts.get('FREQ') ?? '';
  if (frequency === 'MINUTELY' || frequency === 'SECONDLY') throw new RuleProblem('repeats_too_often');
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
  unreadable: RuleProblem,
): readonly number[] | null {
  if (text === undefined) return null;
  const numbers = text.split(',').map((one) => (/^[+-]?\d+$/.test(one) ? Number(one) : Number.NaN));
  if (!numbers.every((one) => one >= min && one <= max && (min >= 0 || one !== 0))) throw unreadable;
  return numbers;
}

function readWeekdays(text: string | undefined, unreadable: RuleProblem): readonly RuleWeekday[] | null {
  if (text === undefined) return null;
  return text.split(',').map((one) => {
    const found = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(one);
    if (!found) throw unreadable;
    return { weekday: names.indexOf(found[2]!), nth: Number(found[1] ?? 0) };
  });
}

/** As the clock of the start shows it; a date means the whole day. */
function readUntil(text: string | undefined, { clock, isDate }: RuleStart, unreadable: RuleProblem): number | null {
  if (text === undefined) return null;
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text);
  if (!found) throw unreadable;
  const [year, month, dayOfMonth, hour, minute, seconds] = found.slice(1, 7).map((digits) => Number(digits ?? 0));
  const given = calendarMillis(year!, month! - 1, dayOfMonth, hour, minute, seconds);
  const wall = found[7] === undefined ? given : clock.wallAt(given);
  return isDate || found[4] === undefined ? midnightOf(wall) + day - second : wall;
}
