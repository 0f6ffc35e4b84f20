/** Instants are ISO 8601 strings in UTC with milliseconds: `2026-11-21T03:12:00.000Z`. This is the one file of kernel and domain that may name `Date`. */

/** Milliseconds since 1970. NaN when the text is no instant. */
export const toMillis = (instant: string): number => Date.parse(instant);

export const toInstant = (millis: number): string => new Date(millis).toISOString();

export const addMillis = (instant: string, millis: number): string => toInstant(toMillis(instant) + millis);

export const millisBetween = (from: string, to: string): number => toMillis(to) - toMillis(from);

/**
 * Whether two instants are less than this many milliseconds apart, in either direction: after the clock was set back, an instant in the future is not
 * recent either, otherwise it would count until the clock has caught up.
 */
export const isNear = (one: string, other: string, millis: number): boolean => Math.abs(millisBetween(one, other)) < millis;

export const laterOf = (a: string, b: string): string => (a >= b ? a : b);
export const earlierOf = (a: string, b: string): string => (a <= b ? a : b);

/** UTC: `2026-11-21`. */
export const dayOf = (instant: string): string => instant.slice(0, 10);

/** UTC: `2026-11-21T03:12:00.000Z`. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16)}:00.000Z`;

export const midnightOf = (day: string): string => `${day}T00:00:00.000Z`;

/** A moment as a calendar in UTC shows it; months from 0, weekdays from 0 for Sunday. */
export interface CalendarFields {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export const calendarFieldsOf = (millis: number): CalendarFields => {
  const at = new Date(millis);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    dayOfMonth: at.getUTCDate(),
    weekday: at.getUTCDay(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
};

/** Days and months beyond their ends are those that follow. */
export const calendarMillis = (year: number, month: number, dayOfMonth = 1, hour = 0, minute = 0, second = 0): number =>
  Date.UTC(year, month, dayOfMonth, hour, minute, second);
