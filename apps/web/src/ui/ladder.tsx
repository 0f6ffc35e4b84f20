import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** Filled: done. Ringed, with a line that fills: now. Dashed: next. Hollow: later. Struck: passed over. */
export type RungState = 'done' | 'now' | 'next' | 'later' | 'skipped';

const dots: Record<RungState, string> = {
  done: 'border-bronze-fill bg-bronze-fill text-on-act',
  now: 'border-bronze-fill bg-panel text-bronze ring-4 ring-bronze-tint',
  next: 'border-dashed border-line-field bg-panel text-muted',
  later: 'border-line-button bg-panel text-faint',
  skipped: 'border-line-button bg-panel text-faint line-through',
};

export const Ladder = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol aria-label={label} className="grid">
    {children}
  </ol>
);

interface Props {
  state: RungState;
  /** What is written in the dot: the number of the step. */
  mark: string;
  title: ReactNode;
  /** When, at the end of the title. */
  at?: ReactNode;
  /** How much of the time until the next one is over, of 1: while it is now. */
  gone?: number;
  children?: ReactNode;
}

/** One step of a ladder. */
export const LadderRung = ({ state, mark, title, at, gone = 0, children }: Props) => (
  <li
    aria-current={state === 'now' ? 'step' : undefined}
    className="group relative grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 pb-[18px] last:pb-0"
  >
    <span
      aria-hidden
      className={`absolute top-5 bottom-0 left-[9px] w-0.5 overflow-hidden rounded-[1px] group-last:hidden ${state === 'done' ? 'bg-bronze-fill' : 'bg-line-button'}`}
    >
      {state === 'now' && <span className="block bg-bronze-fill" style={{ height: `${gone * 100}%` }} />}
    </span>
    <span
      aria-hidden
      className={`z-1 grid size-5 place-items-center rounded-full border-2 text-axis leading-none font-semibold tabular-nums ${dots[state]}`}
    >
      {state === 'done' ? <Check size={12} strokeWidth={2.5} /> : mark}
    </span>
    <div className="grid min-w-0 gap-1">
      <div className={`text-xs leading-5 ${state === 'later' || state === 'skipped' ? 'text-faint' : 'text-muted'}`}>{title}</div>
      {children}
    </div>
    <div className="text-xs leading-5 whitespace-nowrap text-muted tabular-nums">{at}</div>
  </li>
);
