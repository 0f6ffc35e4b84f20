import { useClock } from '../data/time/clock.js';
import { atTime, clockTime, dayWords, formatTime, relative, span, timeOfDay, wholeTime } from '../data/time/times.js';

/** `4 min 03:12`: relative and absolute. */
export const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {useClock((now) => span(now - Date.parse(at)))} <span className="text-faint">({useClock((now) => clockTime(at, now))})</span>
  </time>
);

/** `03:12:04`; how long ago, or until then, on hover. */
export const At = ({ at, seconds = false, className }: { at: string; seconds?: boolean; className?: string }) => (
  <time dateTime={at} title={`${useClock((now) => relative(now - Date.parse(at)))} · ${wholeTime(at)}`} className={className}>
    {useClock((now) => clockTime(at, now, seconds))}
  </time>
);

/** `03:12:04` alone: under the heading of its day. */
export const TimeOfDay = ({ at, className = '' }: { at: string; className?: string }) => (
  <time
    dateTime={at}
    title={`${useClock((now) => relative(now - Date.parse(at)))} · ${wholeTime(at)}`}
    className={`tabular-nums ${className}`}
  >
    {useClock(() => timeOfDay(at))}
  </time>
);

/** `at 03:12`, `on Fri at 03:12`: inside a sentence. */
export const AtTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {useClock((now) => atTime(at, now))}
  </time>
);

/** `4 min ago`, `just now`. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {useClock((now) => (now - Date.parse(at) < 60_000 ? 'just now' : relative(now - Date.parse(at))))}
  </time>
);

/** `Today, Thu 26 Nov` */
export const DayHeading = ({ at }: { at: string }) => <time dateTime={at}>{useClock((now) => dayWords(at, now))}</time>;

/** `21 Nov 2027`: a date with its year. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {formatTime(new Date(at), { day: 'numeric', month: 'short', year: 'numeric' })}
  </time>
);
