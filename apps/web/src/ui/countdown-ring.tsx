import type { ReactNode } from 'react';
import { useClock } from '../data/time/clock.js';
import { Countdown } from './age.js';

const around = 2 * Math.PI * 7;

interface Props {
  /** When it began, and when it is over. */
  from: string;
  to: string;
  /** Who or what is next. */
  children?: ReactNode;
}

/** A ring that empties clockwise, and the time left. No live region: it would speak each second. */
export const CountdownRing = ({ from, to, children }: Props) => {
  const gone = useClock((now) => goneOf(Date.parse(from), Date.parse(to), now));
  return (
    <span className="inline-flex min-w-0 items-center gap-[5px] font-medium whitespace-nowrap text-muted tabular-nums">
      <svg aria-hidden width="18" height="18" viewBox="0 0 18 18" className="shrink-0 -rotate-90 text-bronze">
        <circle cx="9" cy="9" r="7" fill="none" strokeWidth="2.5" stroke="currentColor" className="opacity-25" />
        <circle
          cx="9"
          cy="9"
          r="7"
          fill="none"
          strokeWidth="2.5"
          stroke="currentColor"
          strokeDasharray={`${(1 - gone) * around} ${around}`}
          strokeDashoffset={-gone * around}
          className="transition-[stroke-dasharray,stroke-dashoffset] duration-1000 ease-linear motion-reduce:transition-none"
        />
      </svg>
      <span className="flex min-w-0 gap-1">
        {children && <span className="min-w-0 truncate">{children}</span>} <Countdown to={to} />
      </span>
    </span>
  );
};

const goneOf = (from: number, to: number, now: number): number => (to <= from ? 1 : Math.min(1, Math.max(0, (now - from) / (to - from))));
