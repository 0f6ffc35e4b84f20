import type { TimedRows } from '@tocsin/kernel/registry.js';
import { silenceDecider } from './decider.js';
import { timersOfSilence } from './timers.js';
import { silencesView, type PlannedSilenceRow } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [silenceDecider];
export const timers: readonly TimedRows[] = [
  { view: 'activeSilences', category: 'silence', due: (row: PlannedSilenceRow) => timersOfSilence(row) },
];
export const views = [silencesView];
