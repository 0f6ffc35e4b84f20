import { formatTime } from '../../../data/time/times.js';
import { dayAfter, type Period } from './period.js';

/** `23 Nov – 6 Dec 2026`, `November 2026`, `Wed 25 Nov 2026`. */
export function periodName({ from, to, days }: Period, timeZone: string): string {
  const [first, last] = [new Date(from), new Date(to - 1)];
  if (days.length === 1)
    return formatTime(first, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone }).replace(',', '');
  const isMonth = days.length > 14 && [days[0]!.date, dayAfter(days.at(-1)!.date, 1)].every((date) => date.endsWith('-01'));
  if (isMonth) return formatTime(first, { month: 'long', year: 'numeric', timeZone });
  const day = { day: 'numeric', month: 'short', timeZone } as const;
  return `${formatTime(first, day)} – ${formatTime(last, { ...day, year: 'numeric' })}`;
}
