import type { TimedRows } from '@tocsin/kernel/registry.js';
import { arrivalsView } from './arrivals.view.js';
import { signalsReceived } from './gathering.js';
import { lapseDecider } from './lapses/decider.js';
import { timersOfLapse } from './lapses/timers.js';
import type { LapseRow } from './shared/lapse-row.js';
import { repeatsView } from './repeats.view.js';

export * as memory from './memory.js';
export { causes } from './causes.js';
export const deciders = [lapseDecider];
export const timers: readonly TimedRows[] = [{ view: 'lapses', category: 'lapse', due: (row: LapseRow) => timersOfLapse(row) }];
export const gatherings = [signalsReceived];
export const views = [repeatsView, arrivalsView];
