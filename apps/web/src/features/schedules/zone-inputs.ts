import { Temporal } from 'temporal-polyfill';

/** What a field of a day and a time shows of an instant: `2026-11-23T09:00` on the clock of a zone. */
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
