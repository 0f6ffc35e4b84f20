import type { TimedRows } from '@tocsin/kernel/registry.js';
import { silenceDecider } from './decider.js';
import { silencesProcess } from './silences.process.js';
import { timersOfSilence } from './timers.js';
import { silencesView, type PlannedSilenceRow } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [silenceDecider];
export const processes = [silencesProcess];
export const timers: readonly TimedRows[] = [
  { view: 'activeSilences', category: 'silence', due: (row: PlannedSilenceRow) => timersOfSilence(row) },
];
export const views = [silencesView];
