import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import type { Bar } from '../../ui/charts/bar-plot.js';
import type { Slot } from '../../ui/charts/axis-labels.js';
import { dateText } from './report-words.js';
import { datesOf, periodBefore } from './report-days.js';
import { dayPlus } from './weeks.js';

export function daySlot(date: string): Slot {
  const weekday = new Date(date).getUTCDay();
  return {
    key: date,
    label: dateText(date, { day: 'numeric', month: 'short' }),
    name: dateText(date, { weekday: 'short', day: 'numeric', month: 'short' }),
    isWeekend: weekday === 0 || weekday === 6,
    isFirst: weekday === 1,
  };
}

export interface DayCount {
  readonly day: string;
  /** Parts of a bar. */
  readonly parts: readonly number[];
}

const sumOf = ({ parts }: DayCount): number => parts.reduce((sum, one) => sum + one, 0);

/** A bar for each day, and what the day in the same place of the period before had. */
export function dayBars(order: ReportOrder, days: readonly DayCount[], before?: readonly DayCount[]): readonly Bar[] {
  const partsOf = new Map(days.map(({ day, parts }) => [day, parts]));
  const earlier = before && new Map(before.map((one) => [one.day, sumOf(one)]));
  const began = periodBefore(order).from;
  return datesOf(order).map((date, n) => ({
    ...daySlot(date),
    parts: partsOf.get(date) ?? [0],
    before: earlier && (earlier.get(dayPlus(began, n)) ?? 0),
  }));
}
