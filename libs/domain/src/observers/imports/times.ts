import { toInstant, toMillis } from '@tocsin/kernel/time.js';

/** Which number of a date such as 3/4/2026 is the day. */
export type DayOrder = (typeof orders)[number];
const orders = ['day first', 'month first'] as const;

/** Years in which an alert may have opened: other ones are typing errors, or placeholders such as year 1 or 9999. */
const [firstYear, lastYear] = [1970, 2199];

/**
 * Seconds or milliseconds since 1970, or a date with a time, in UTC if it has no zone. Null: unreadable, such as 30 February or a date of
 * which it is not known what is the day, or in a year in which no alert can have opened.
 */
export const instantOf = (text: string, order: DayOrder | null = null): string | null => {
  const instant = parseTime(isoOf(text, order) ?? text);
  const year = Number(instant?.slice(0, 4));
  return year >= firstYear && year <= lastYear ? instant : null;
};

/** Optional part after a date: a 24-hour or 12-hour time, and a zone. */
const time = String.raw`(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d(?:\.\d{1,9})?))?(?: ?(?<half>[AP])M)?)? ?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?$`;
const patternOf = (date: string): RegExp => new RegExp(`^${date}${time}`, 'i');
const inNumbers = patternOf(String.raw`(?<one>\d{1,2})(?<separator>[/.-])(?<other>\d{1,2})\k<separator>(?<year>\d{4})`);
const unmistakable = [
  patternOf(String.raw`(?<year>\d{4})[/.](?<month>\d{1,2})[/.](?<day>\d{1,2})`),
  patternOf(String.raw`(?<day>\d{1,2})[ /-](?<name>[a-z]{3,9})[ /,-]+(?<year>\d{4})`),
  patternOf(String.raw`(?<name>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})`),
];

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
/** From 1; 0: not a month. `Sept` is accepted, too. */
const monthNumberOf = (name: string): number => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

type Groups = Readonly<Record<string, string | undefined>>;
const groupsOf = (pattern: RegExp, text: string): Groups | undefined => pattern.exec(text)?.groups;

const padTwo = (digits: string | number): string => String(digits).padStart(2, '0');

/** Null: there is no such hour. */
const hourOf = (hour: string, half: string | undefined): number | null => {
  if (half === undefined) return Number(hour);
  const inHalf = Number(hour);
  return inHalf < 1 || inHalf > 12 ? null : (inHalf % 12) + (/p/i.test(half) ? 12 : 0);
};

const toIso = (
  month: string | number,
  day: string,
  { year, hour = '0', minute = '00', second = '00', half, zone = 'Z' }: Groups,
): string | null => {
  const ofDay = hourOf(hour, half);
  const utcOrOffset = /gmt/i.test(zone) ? 'Z' : zone.toUpperCase();
  return ofDay === null ? null : `${year}-${padTwo(month)}-${padTwo(day)} ${padTwo(ofDay)}:${minute}:${second} ${utcOrOffset}`;
};

/** The same date and time with the year first; null: it is written in none of these ways. */
const isoOf = (text: string, order: DayOrder | null): string | null => {
  for (const pattern of unmistakable) {
    const groups = groupsOf(pattern, text);
    if (groups) return toIso(groups['month'] ?? monthNumberOf(groups['name']!), groups['day']!, groups);
  }
  const groups = groupsOf(inNumbers, text);
  // dates with dots have the day first
  const dayOrder = groups?.['separator'] === '.' ? 'day first' : order;
  if (!groups || dayOrder === null) return null;
  const [one, other] = [groups['one']!, groups['other']!];
  return dayOrder === 'day first' ? toIso(other, one, groups) : toIso(one, other, groups);
};

/** Whether a text may have dates of which the order has to be found out. */
export const hasNumberDates = (text: string): boolean => /(?<!\d)\d{1,2}([/-])\d{1,2}\1\d{4}(?!\d)/.test(text);

/**
 * The day and month order of all these dates: 29/2/2016 has its day first, so 3/4/2016 in the same table has too. Only dates with exactly one
 * possible order count: 45/1/2016 and 31/12/9999 are ignored. Null: no date decides, or they disagree.
 */
export const dayOrderOf = (texts: Iterable<string>): DayOrder | null => {
  const possibleOrders = new Set<DayOrder>();
  for (const text of texts) {
    const groups = groupsOf(inNumbers, text);
    // dates of which both numbers can be the month can be read in both orders
    if (!groups || groups['separator'] === '.' || (Number(groups['one']) <= 12 && Number(groups['other']) <= 12)) continue;
    const readable = orders.filter((order) => instantOf(text, order) !== null);
    if (readable.length === 1) possibleOrders.add(readable[0]!);
  }
  const [order = null] = possibleOrders;
  return possibleOrders.size === 1 ? order : null;
};

const isDay = (day: string): boolean => {
  const millis = toMillis(`${day}T00:00:00.000Z`);
  return !Number.isNaN(millis) && toInstant(millis).startsWith(day);
};

const parseTime = (text: string): string | null => {
  if (/^\d{10}(\.\d+)?$/.test(text)) return toInstant(Math.round(Number(text) * 1_000));
  if (/^\d{13}$/.test(text)) return toInstant(Number(text));
  const [, day, clock, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))? ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const millis = toMillis(`${day}T${(clock ?? '00:00').replace(/(\.\d{3})\d+$/, '$1')}${offset}`);
  return Number.isNaN(millis) ? null : toInstant(millis);
};
