import { duration } from '@tocsin/contracts/duration.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { plus } from '@tocsin/kernel/time.js';
import { machineRank } from '../rules/ranks.js';
import type { EventQueueRow } from './shared/queue-row.js';
import { exists, type Call, type Planned } from './state.js';

/** Time after which a call without a response counts as lost. Longer than its timeout. */
const lostAfter = 2 * duration.minute;

/** If it was claimed in an earlier epoch: due at once. */
export const lossOf = ({ epoch, startedAt, startedBy }: Call, ofReactor: number): Planned => ({
  dueAt: epoch < ofReactor ? startedAt : plus(startedAt, lostAfter),
  plannedBy: startedBy,
});

/** Timers of a subscription: for its call, or for the next events to send. */
export const dueInQueue = ({ state, newest }: EventQueueRow, epoch: number): readonly Timer[] => {
  if (!exists(state)) return [];
  const { subscriptionId, call, test, retry, status, cursor } = state;
  const timer = (name: string, { dueAt, plannedBy }: Planned, type: 'StartEventDelivery' | 'ReplaceEventDelivery'): Timer => ({
    name,
    dueAt,
    plannedBy,
    rank: machineRank,
    command: { type, data: { subscriptionId, dueAt, plannedBy } },
  });
  if (call) return [timer(`lost:${epoch}`, lossOf(call, epoch), 'ReplaceEventDelivery')];
  if (test) return [timer('test', test, 'StartEventDelivery')];
  if (status === 'off') return [];
  if (retry) return [timer('retry', retry, 'StartEventDelivery')];
  return newest && newest.ordinal > cursor ? [timer('events', newest, 'StartEventDelivery')] : [];
};
