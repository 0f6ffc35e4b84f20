import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { dayPlus } from './weeks.js';

type Range = Pick<ReportOrder, 'from' | 'to' | 'zone'>;
const dayLength = 86_400_000;

/** `2027-02-03` */
export const dayIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

export const lastDayOf = ({ zone, to }: Pick<Range, 'zone' | 'to'>): string => dayIn(zone, Date.parse(to) - 1);

export function datesOf({ from, to, zone }: Range): readonly string[] {
  const first = dayIn(zone, Date.parse(from));
  const days = Math.round((Date.parse(lastDayOf({ to, zone })) - Date.parse(first)) / dayLength) + 1;
  return Array.from({ length: days }, (_, n) => dayPlus(first, n));
}

/** As many days before the first one, which the server begins at their midnights: days differ in length where the clock changes. */
export function periodBefore(range: Range): { readonly from: string; readonly to: string } {
  const dates = datesOf(range);
  return { from: dayPlus(dates[0]!, -dates.length), to: range.from };
}
