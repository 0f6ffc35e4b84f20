const shape = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?)?\s*(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d)?)?$/i;
const earliest = Date.UTC(1971, 0, 1);
const latest = Date.UTC(9999, 0, 1);
const minute = 60_000;

/**
 * A sender’s timestamp as a UTC instant with milliseconds. Accepts ISO 8601 with 0–9 fraction digits, `+0000`, no zone (read as
 * UTC), and seconds or milliseconds since 1970. Null for `0001-01-01…`, which means none, and for anything that is not a time.
 */
export const instantOf = (value: unknown): string | null => {
  const millis = typeof value === 'string' ? millisOf(value.trim()) : typeof value === 'number' ? fromEpoch(value) : null;
  return millis !== null && millis >= earliest && millis < latest ? new Date(millis).toISOString() : null;
};

const millisOf = (text: string): number | null => {
  const match = shape.exec(text);
  if (!match) return /^\d{10}(\d{3})?$/.test(text) ? fromEpoch(Number(text)) : null;
  const [year, month, day, hour, minutes, second] = numbersOf(match.slice(1, 7));
  if (!isWithin(month!, 1, 12) || !isWithin(day!, 1, 31)) return null;
  if (!isWithin(hour!, 0, 24) || !isWithin(minutes!, 0, 59) || !isWithin(second!, 0, 60)) return null;
  const [fraction = '', sign] = match.slice(7, 9);
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3));
  const [zoneHours, zoneMinutes] = numbersOf(match.slice(9));
  const local = Date.UTC(year!, month! - 1, day, hour, minutes, second, thousandths);
  const offset = (zoneHours! * 60 + zoneMinutes!) * minute;
  return sign === '-' ? local + offset : local - offset;
};

/** Missing digits count as 0. */
const numbersOf = (digits: readonly (string | undefined)[]): readonly number[] => digits.map((one) => Number(one ?? 0));
const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Numbers are seconds up to the year 5138, and milliseconds from 1973 on. */
const fromEpoch = (value: number): number | null => (Number.isFinite(value) ? Math.trunc(value < 1e11 ? value * 1_000 : value) : null);
