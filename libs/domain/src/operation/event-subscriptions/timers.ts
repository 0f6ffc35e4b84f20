import { duration } from '@tocsin/contracts/duration.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { machineRank } from '../../rules/ranks.js';
import { postTimersOf } from './on-call-posts.js';
import type { EventQueueRow } from './shared/queue-row.js';
import { isExisting, type Call } from './state.js';
import type { DuePlan } from '../../rules/due-plan.js';

/** Time after which a call without a response counts as lost. Longer than its timeout. */
const lostAfter = 2 * duration.minute;

/** If it was claimed in an earlier epoch: due at once. */
export const lossOf = ({ epoch, startedAt, startedBy }: Call, ofReactor: number): DuePlan => ({
  dueAt: epoch < ofReactor ? startedAt : addMillis(startedAt, lostAfter),
  plannedBy: startedBy,
});

/** For its call, or for the next events to send. */
const deliveryTimersOf = ({ state, newest }: EventQueueRow, epoch: number): readonly Timer[] => {
  if (!isExisting(state)) return [];
  const { subscriptionId, call, test, retry, status, cursor } = state;
  const createTimer = (name: string, { dueAt, plannedBy }: DuePlan, type: 'StartEventDelivery' | 'ReplaceEventDelivery'): Timer => ({
    name,
    dueAt,
    plannedBy,
    rank: machineRank,
    command: { type, data: { subscriptionId, dueAt, plannedBy } },
  });
  if (call) return [createTimer(`lost:${epoch}`, lossOf(call, epoch), 'ReplaceEventDelivery')];
  if (test) return [createTimer('test', test, 'StartEventDelivery')];
  if (status === 'off') return [];
  if (retry) return [createTimer('retry', retry, 'StartEventDelivery')];
  return newest && newest.ordinal > cursor ? [createTimer('events', newest, 'StartEventDelivery')] : [];
};

/** Timers of a subscription. */
export const timersOfQueue = (row: EventQueueRow, epoch: number): readonly Timer[] => [
  ...deliveryTimersOf(row, epoch),
  ...postTimersOf(row),
];
