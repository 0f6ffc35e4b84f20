import { useClock } from '../data/time/clock.js';
import { dayOf } from '../data/time/days.js';
import { formatTime } from '../data/time/times.js';

const named = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** `Today, Tue 2 Mar`, with its year where it is another one; `day`: `2027-03-02`. */
export function dayWords(day: string, now: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const isThisYear = year === new Date(now).getFullYear();
  const words = formatTime(new Date(year!, month! - 1, date), isThisYear ? named : { ...named, year: 'numeric' }).replace(',', '');
  return day === dayOf(new Date(now)) ? `Today, ${words}` : words;
}

/** Above what is of one day. `count`: how many there are, in words. */
export const DayHeading = ({ day, count }: { day: string; count: string }) => (
  <h2 className="border-t border-line-soft bg-well px-4 py-1.5 text-xs font-semibold text-muted first:border-t-0">
    {useClock((now) => dayWords(day, now))} <span className="font-normal text-faint">{count}</span>
  </h2>
);
