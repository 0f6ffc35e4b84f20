import { limits } from '@tocsin/contracts/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { LapseFact } from '@tocsin/contracts/routing/lapses.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { toResolvedAlert } from '../changes.js';
import { threadRules } from '../items.js';
import { createRoutingReads } from '../decisions.js';
import type { RoutingRows } from '../routing-reads.js';
import { counted, firstEndOf, type LapseRow } from '../shared/lapse-row.js';
import type { ThreadRow } from '../shared/thread-row.js';
import { StormRun } from '../storm-run.js';
import { Thread } from '../thread.js';
import type { LapseCommand } from './timers.js';

type Item = Pick<RoutedSignal, 'outcome' | 'alerts'>;

/** The alerts whose end has passed; the whole thread with the last of them. */
const lapsed = ({ ends }: LapseRow, { alerts, counted: countedAlerts, cutList }: ThreadRow, now: string): Item => {
  const isOver = (key: string): boolean => ends[key] !== undefined && ends[key] <= now;
  const over = Object.entries(alerts).filter(([key]) => isOver(key));
  const isLast = over.length === Object.keys(alerts).length && cutList === null && (countedAlerts === 0 || isOver(counted));
  return isLast
    ? { outcome: 'resolved', alerts: [] }
    : { outcome: 'changed', alerts: over.map(([key, alert]) => toResolvedAlert(key, alert)) };
};

const routedItem = (lapse: LapseRow, row: ThreadRow, now: string, reads: RoutingRows): RoutedSignal => {
  const { integrationId, serviceId, senderKey, id: thread, groupId, number } = row;
  const item: RoutedSignal = {
    signal: { ...lapse.signal, receivedAt: now },
    integrationId,
    serviceId,
    key: senderKey.slice(integrationId.length + 1),
    thread,
    by: threadRules,
    groupId,
    number,
    ...lapsed(lapse, row, now),
  };
  return row.storm ? new StormRun(createRoutingReads(reads)).withStorm(item, new Thread(row)) : item;
};

const endAlerts = (
  { lapseId, dueAt, plannedBy }: DataOf<LapseCommand, 'EndLapsedAlerts'>,
  { now, reads }: { readonly now: string; readonly reads: RoutingRows },
): Decision<LapseFact> => {
  const lapse = reads.lapses.get(lapseId);
  if (!lapse || firstEndOf(lapse) !== dueAt || lapse.plannedBy !== plannedBy) return [];
  const { groupId, thread } = lapse;
  const row = reads.threads.get(thread);
  if (!row?.open || row.groupId !== groupId) return [];
  const lateMs = millisBetween(dueAt, now);
  const late = lateMs > limits.foundLate ? { late: lateMs } : {};
  // nothing could be heard meanwhile
  if (lateMs > alertGroupLimits.ending.away)
    return [{ type: 'LapsePostponed', data: { lapseId, groupId, thread, until: addMillis(now, routingLimits.lapse.unsaid), ...late } }];
  return [{ type: 'AlertsLapsed', data: { lapseId, item: routedItem(lapse, row, now, reads), ...late } }];
};

/** Each thread’s ends are a stream: the routing stream has another writer. */
export const lapseDecider: Decider<null, LapseCommand, LapseFact, RoutingRows> = {
  category: 'lapse',
  initial: null,
  streamId: { EndLapsedAlerts: ({ lapseId }) => lapseId },
  decide: { EndLapsedAlerts: (data, _state, context) => endAlerts(data, context) },
  evolve: { AlertsLapsed: (state) => state, LapsePostponed: (state) => state },
};
