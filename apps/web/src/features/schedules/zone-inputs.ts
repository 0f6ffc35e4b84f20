import { Temporal } from 'temporal-polyfill';

/** The value of a date and time field in a zone: `2026-11-23T09:00`. */
export const inputOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** The instant that was typed, in milliseconds; null for none. A skipped hour is the one after it, of a doubled one it is the first. */
export function instantOf(input: string, zone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(input).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return null;
  }
}
