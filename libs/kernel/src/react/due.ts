import type { TimedRows } from '../registry.js';
import type { OpenEffect, TrackedEffects } from './effects.js';
import type { Timer } from './process.js';

// A table of views holds rows of every kind. Only these two functions apply to a row what its noun declared for it, so the types are asserted here.

export const timersOf = ({ due }: Pick<TimedRows, 'due'>, row: unknown, epoch: number): readonly Timer[] =>
  row === null || row === undefined ? [] : due(row as never, epoch);

export const openIn = ({ open }: Pick<TrackedEffects, 'open'>, row: unknown): readonly OpenEffect[] =>
  row === null || row === undefined ? [] : open(row as never);
