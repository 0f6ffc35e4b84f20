import type { ReactNode } from 'react';
import { Sparkline } from './sparkline.js';

/** How a figure changed, in words, and whether that is good. */
export interface Delta {
  readonly words: string;
  readonly tone: 'better' | 'worse' | 'same';
}

export interface KeyFigure {
  readonly label: string;
  readonly value: ReactNode;
  /** Null: there is nothing to compare with, or not yet. */
  readonly delta: Delta | null;
  /** Its course, for a line beside it. */
  readonly trend?: readonly (number | null)[] | undefined;
}

const toneClass: Record<Delta['tone'], string> = { better: 'text-done', worse: 'text-warn', same: 'text-muted' };

/** The figures a report begins with. The line of each has the height of its words before they are known, so nothing moves. */
export const KeyFigures = ({ figures }: { figures: readonly KeyFigure[] }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line-soft shadow-panel sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
    {figures.map(({ label, value, delta, trend }) => (
      <div key={label} className="bg-panel px-3.5 py-3 sm:px-5">
        <dt className="text-xs text-muted">{label}</dt>
        <dd className="flex min-h-9 items-center justify-between gap-2 text-2xl font-semibold tracking-tight whitespace-nowrap tabular-nums sm:text-figure [&_a]:no-underline [&_a:hover]:underline">
          <span>{value}</span>
          <span className="max-lg:hidden">{trend && <Sparkline values={trend} />}</span>
        </dd>
        <dd className={`min-h-7 text-xs ${toneClass[delta?.tone ?? 'same']}`}>{delta?.words}</dd>
      </div>
    ))}
  </dl>
);

/** A figure with its units, which are smaller: `6 min 23 s`. */
export const FigureText = ({ text }: { text: string }) =>
  text.split(/(?<=\d)\s*(?=[a-z%])|(?<=[a-z%])\s+(?=\d)/).map((part, n) =>
    /\d|–/.test(part) ? (
      `${n > 0 ? '\u00a0' : ''}${part}`
    ) : (
      <small key={part} className="text-base font-medium tracking-normal text-muted">
        {`\u00a0${part}`}
      </small>
    ),
  );
