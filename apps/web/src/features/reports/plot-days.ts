import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import type { Bar } from '../../ui/charts/bar-plot.js';
import type { Slot } from '../../ui/charts/axis-labels.js';
import { dateText } from './report-words.js';
import { dayIn } from './use-report.js';

const dayLength = 86_400_000;

/** Every day of the range, by the clock of the report. */
export function datesOf({ from, to, zone }: Pick<ReportOrder, 'from' | 'to' | 'zone'>): readonly string[] {
  const first = Date.parse(dayIn(zone, Date.parse(from)));
  const last = Date.parse(dayIn(zone, Date.parse(to) - 1));
  return Array.from({ length: Math.round((last - first) / dayLength) + 1 }, (_, n) =>
    new Date(first + n * dayLength).toISOString().slice(0, 10),
  );
}

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
  const began = Date.parse(dayIn(order.zone, 2 * Date.parse(order.from) - Date.parse(order.to)));
  const earlier = before && new Map(before.map((one) => [Math.round((Date.parse(one.day) - began) / dayLength), sumOf(one)]));
  return datesOf(order).map((date, n) => ({ ...daySlot(date), parts: partsOf.get(date) ?? [0], before: earlier && (earlier.get(n) ?? 0) }));
}
