import type { TimedRows } from '@tocsin/kernel/registry.js';
import { alertGroupDecider } from './decider.js';
import { leavingProcess } from './processes/leaving.process.js';
import { signalsProcess } from './processes/signals.process.js';
import { dueInGroup } from './timers.js';
import { alertGroupsView } from './views/alert-groups.view.js';
import { alertsView } from './views/alerts.view.js';
import type { OpenGroup } from './shared/reads.js';
import { laddersView } from './views/ladders.view.js';
import { messagesView } from './views/messages.view.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export { upcasters } from './upcasters.js';
export const deciders = [alertGroupDecider];
export const processes = [signalsProcess, leavingProcess];
export const timers: readonly TimedRows[] = [
  { view: 'groups', category: 'alertGroup', due: (row: OpenGroup, epoch: number) => dueInGroup(row, epoch) },
];
export const views = [alertGroupsView, alertsView, laddersView, messagesView];
