import type { TimedRows } from '@tocsin/kernel/registry.js';
import { heartbeatDecider } from './decider.js';
import type { HeartbeatState } from './state.js';
import { timersOfHeartbeat } from './timers.js';
import { heartbeatsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [heartbeatDecider];
export const timers: readonly TimedRows[] = [
  { view: 'heartbeats', category: 'heartbeat', due: (row: HeartbeatState) => timersOfHeartbeat(row) },
];
export const views = [heartbeatsView];
