const shape = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?)?\s*(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d)?)?$/i;
const earliest = Date.UTC(1971, 0, 1);
const latest = Date.UTC(9999, 0, 1);
const minute = 60_000;

/**
 * A sender’s timestamp as a UTC instant with milliseconds. Accepts ISO 8601 with 0–9 fraction digits, `+0000`, no zone (read as
 * UTC), and seconds or milliseconds since 1970. Null for `0001-01-01…`, which means none, and for anything that is not a time.
 */
export const instantOf = (value: unknown): string | null => {
  const millis = typeof value === 'string' ? millisOf(value.trim()) : typeof value === 'number' ? ofEpoch(value) : null;
  return millis !== null && millis >= earliest && millis < latest ? new Date(millis).toISOString() : null;
};

const millisOf = (text: string): number | null => {
  const found = shape.exec(text);
  if (!found) return /^\d{10}(\d{3})?$/.test(text) ? ofEpoch(Number(text)) : null;
  const [, year, month, day, hour = '0', minutes = '0', second = '0', fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = found;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  if (Number(hour) > 24 || Number(minutes) > 59 || Number(second) > 60) return null;
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3));
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minutes), Number(second), thousandths);
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * minute;
  return sign === '-' ? local + offset : local - offset;
};

/** Numbers are seconds up to the year 5138, and milliseconds from 1973 on. */
const ofEpoch = (value: number): number | null => (Number.isFinite(value) ? Math.trunc(value < 1e11 ? value * 1_000 : value) : null);
