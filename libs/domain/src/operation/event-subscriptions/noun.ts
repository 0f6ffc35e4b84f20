import type { TimedRows } from '@tocsin/kernel/registry.js';
import { eventSubscriptionDecider } from './decider.js';
import { receiverLostProcess } from './receiver-lost.process.js';
import type { EventQueueRow } from './shared/queue-row.js';
import { timersOfQueue } from './timers.js';
import { eventSubscriptionsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [eventSubscriptionDecider];
export const processes = [receiverLostProcess];
export const timers: readonly TimedRows[] = [
  { view: 'eventQueues', category: 'eventSubscription', due: (row: EventQueueRow, epoch: number) => timersOfQueue(row, epoch) },
];
export const views = [eventSubscriptionsView];
