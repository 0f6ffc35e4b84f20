import { Temporal } from 'temporal-polyfill';
import type { Span } from './spans.js';

export interface Day {
  /** `2026-11-21` */
  readonly date: string;
  /** Milliseconds; a day of a clock change is shorter or longer than 24 h. */
  readonly from: number;
  readonly to: number;
}

/** Whole days of a zone. Instants in milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
  readonly days: readonly Day[];
}

const startOf = (date: Temporal.PlainDate, zone: string): number => date.toZonedDateTime({ timeZone: zone }).epochMilliseconds;

/** First day of the period shown for a day: the day itself, so that what is ahead is shown; a month is one of the calendar. */
const firstOf = (span: Span, date: Temporal.PlainDate): Temporal.PlainDate => (span === 'month' ? date.with({ day: 1 }) : date);

const lengthOf: Record<Span, Temporal.DurationLike> = {
  day: { days: 1 },
  week: { weeks: 1 },
  'two-weeks': { weeks: 2 },
  month: { months: 1 },
};

/** The period around a day. */
export function periodOf(span: Span, date: string, zone: string): Period {
  const first = firstOf(span, Temporal.PlainDate.from(date));
  return daysBetween(first, first.add(lengthOf[span]), zone);
}

/** A period of this many days, beginning with this one. */
export function daysFrom(date: string, count: number, zone: string): Period {
  const first = Temporal.PlainDate.from(date);
  return daysBetween(first, first.add({ days: count }), zone);
}

function daysBetween(first: Temporal.PlainDate, end: Temporal.PlainDate, zone: string): Period {
  const days = Array.from({ length: first.until(end).days }, (_, n) => {
    const date = first.add({ days: n });
    return { date: date.toString(), from: startOf(date, zone), to: startOf(date.add({ days: 1 }), zone) };
  });
  return { from: days[0]!.from, to: days.at(-1)!.to, days };
}

/** A day in the period before (-1) or after (1). */
export const movedBy = (span: Span, date: string, by: 1 | -1): string => {
  const first = firstOf(span, Temporal.PlainDate.from(date));
  return (by === 1 ? first.add(lengthOf[span]) : first.subtract(lengthOf[span])).toString();
};

/** The day that is so many days later, or earlier. */
export const dayAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** The day of an instant in a zone. */
export const dateAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
