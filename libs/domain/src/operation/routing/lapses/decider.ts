import { limits } from '@tocsin/contracts/limits.js';
import type { LapseFact } from '@tocsin/contracts/routing/lapses.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { addMillis, isNear, laterOf, millisBetween } from '@tocsin/kernel/time.js';
import { toResolvedAlert } from '../changes.js';
import { threadRules } from '../items.js';
import { createRoutingReads } from '../decisions.js';
import type { RoutingRows } from '../routing-reads.js';
import { counted, firstEndOf, type LapseRow } from '../shared/lapse-row.js';
import type { RoutingRow } from '../shared/routing-row.js';
import { isShared, type ThreadRow } from '../shared/thread-row.js';
import { StormRun } from '../storm-run.js';
import { Thread } from '../thread.js';
import type { LapseCommand } from './timers.js';

type Item = Pick<RoutedSignal, 'outcome' | 'alerts' | 'counted'>;

/** The alerts whose end has passed; the whole thread with the last of them. */
const lapsed = ({ ends }: LapseRow, { alerts, counted: countedAlerts, cutList }: ThreadRow, now: string): Item => {
  const isOver = (key: string): boolean => ends[key] !== undefined && ends[key] <= now;
  const over = Object.entries(alerts).filter(([key]) => isOver(key));
  const isLast = over.length === Object.keys(alerts).length && cutList === null && (countedAlerts === 0 || isOver(counted));
  if (isLast) return { outcome: 'resolved', alerts: [] };
  const noneCounted = { alerts: 0, names: [], severity: null };
  return {
    outcome: 'changed',
    alerts: over.map(([key, alert]) => toResolvedAlert(key, alert)),
    ...(countedAlerts > 0 && isOver(counted) ? { counted: noneCounted } : {}),
  };
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
  return isShared(row) ? new StormRun(createRoutingReads(reads)).withTotals(item, new Thread(row)) : item;
};

/** The alert group of an integration’s refused signals. */
interface RefusedGroup {
  readonly openedAt: string;
  readonly refused?: { readonly at: string } | undefined;
}
interface LapseReads extends RoutingRows {
  readonly routing: Rows<RoutingRow>;
  readonly groups: Rows<RefusedGroup>;
}

const isRefusing = (integrationId: string, now: string, { groups }: LapseReads): boolean =>
  groups
    .where('refusedOf', integrationId)
    .some(({ openedAt, refused }) => isNear(laterOf(openedAt, refused?.at ?? ''), now, routingLimits.lapse.unsaid));

/** Milliseconds by which an end is postponed because its alerts may have been sent again, unheard; null: they were not. */
const unheardFor = (integrationId: string, lateMs: number, now: string, reads: LapseReads): number | null => {
  if (lateMs > limits.foundLate || isRefusing(integrationId, now, reads)) return routingLimits.lapse.unsaid;
  const routing = reads.routing.get('routing');
  return routing && routing.received > routing.state.upTo ? routingLimits.lapse.grace : null;
};

const endAlerts = (
  { lapseId, dueAt, plannedBy }: DataOf<LapseCommand, 'EndLapsedAlerts'>,
  { now, reads }: { readonly now: string; readonly reads: LapseReads },
): Decision<LapseFact> => {
  const lapse = reads.lapses.get(lapseId);
  if (!lapse || firstEndOf(lapse) !== dueAt || lapse.plannedBy !== plannedBy) return [];
  const { groupId, thread } = lapse;
  const row = reads.threads.get(thread);
  if (!row?.open || row.groupId !== groupId) return [];
  const lateMs = millisBetween(dueAt, now);
  const late = lateMs > limits.foundLate ? { late: lateMs } : {};
  const millis = unheardFor(row.integrationId, lateMs, now, reads);
  if (millis !== null) return [{ type: 'LapsePostponed', data: { lapseId, groupId, thread, until: addMillis(now, millis), ...late } }];
  return [{ type: 'AlertsLapsed', data: { lapseId, item: routedItem(lapse, row, now, reads), ...late } }];
};

/** Each thread’s ends are a stream: the routing stream has another writer. */
export const lapseDecider: Decider<null, LapseCommand, LapseFact, LapseReads> = {
  category: 'lapse',
  initial: null,
  streamId: { EndLapsedAlerts: ({ lapseId }) => lapseId },
  decide: { EndLapsedAlerts: (data, _state, context) => endAlerts(data, context) },
  evolve: { AlertsLapsed: (state) => state, LapsePostponed: (state) => state },
};
