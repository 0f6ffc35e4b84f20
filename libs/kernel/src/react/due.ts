import type { TimedRows } from '../registry.js';
import type { OpenEffect, TrackedEffects } from './effects.js';
import type { Timer } from './process.js';

// A table of views holds rows of every kind, and memory names a row by its view. Only these two functions apply to a row what its noun
// declared for it, so the types are asserted here.

/** The timers of a row of this view, under an epoch; none when there is no row. */
export const timersOf = ({ due }: Pick<TimedRows, 'due'>, row: unknown, epoch: number): readonly Timer[] =>
  row === null || row === undefined ? [] : due(row as never, epoch);

/** The effects that a row of this view lists as open; none when there is no row. */
export const openIn = ({ open }: Pick<TrackedEffects, 'open'>, row: unknown): readonly OpenEffect[] =>
  row === null || row === undefined ? [] : open(row as never);
