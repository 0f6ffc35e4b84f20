import { useClock } from '../data/time/clock.js';
import { age, countdown, wholeTime } from '../data/time/times.js';

/** Age: `4 min`. Full time on hover. */
export const Age = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} title={wholeTime(at)} className={className}>
    {useClock((now) => age(now - Date.parse(at)))}
  </time>
);

/** `2:14` until then. */
export const Countdown = ({ to, className }: { to: string; className?: string }) => (
  <time dateTime={to} title={wholeTime(to)} className={className}>
    {useClock((now) => countdown(Date.parse(to) - now))}
  </time>
);
