import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { TableIds, View } from '@tocsin/kernel/rows/view.js';
import { alertIdOf, keyOfThread } from './shared/alert-id.js';
import { threadOf } from './shared/opened-group.js';
import { closedThread, Thread } from './thread.js';
import { isShared, type ThreadRow } from './shared/thread-row.js';
import { tallyOf } from './tally.js';

type Change<T extends RecordedFact['type']> = Extract<RecordedFact, { type: T }>;
type GroupChange = Change<
  | 'AlertsResolved'
  | 'AlertGroupResolved'
  | 'AlertGroupFlapped'
  | 'FlappingEnded'
  | 'AlertGroupReopened'
  | 'AlertGroupClosingPlanned'
  | 'AlertGroupWentStale'
>;
/** All threads of a group: one, or those of a storm or of a grouping. */
const threadIdsOf = ({ data: { groupId } }: GroupChange, { by }: TableIds): readonly string[] => [...by('groupId', groupId)];

const withoutEnding = (alerts: ThreadRow['alerts']): ThreadRow['alerts'] =>
  Object.values(alerts).some(({ ending }) => ending !== undefined)
    ? Object.fromEntries(Object.entries(alerts).map(([key, { ending: _ending, ...alert }]) => [key, alert]))
    : alerts;

/** Closes a thread of a group of several that its sender reported resolved, once none of its alerts is ending. */
const withoutOver = (row: ThreadRow, at: string): ThreadRow => {
  const { over, ...openThread } = row;
  return over !== undefined && Object.keys(row.alerts).length === 0
    ? { ...openThread, ...closedThread, open: false, resolvedAt: at, resolvedBy: 'sender' }
    : row;
};

const withoutFlaps = ({ flaps: _flaps, ...row }: ThreadRow): ThreadRow => row;

const byThread = indexBy((item: RoutedSignal) => [item.thread]);

/** The router’s memory of threads. Folded from its own decisions, and from what people do to groups. */
export const threadsView: View<ThreadRow, RecordedFact> = {
  name: 'threads',
  hasHistory: false,
  columns: {
    senderKey: (row) => row.senderKey,
    integrationId: (row) => row.integrationId,
    groupId: (row) => row.groupId,
    alertId: (row) => alertIdOf(row.integrationId, keyOfThread(row)),
  },
  sums: { groupId: tallyOf },
  /** Index of firing alerts: a resolve also closes an alert under older keys of the same integration. */
  indexes: { alert: (row) => Object.keys(row.alerts).map((key) => threadOf(row.integrationId, key)) },
  on: {
    SignalsRouted: {
      keys: (event) => [...byThread(event.data.items).keys()],
      row: (row, event, key) => {
        const thread = new Thread(row);
        for (const item of byThread(event.data.items).get(key)!) thread.take(item);
        return thread.toRow();
      },
    },
    AlertsLapsed: {
      keys: ({ data }) => [data.item.thread],
      row: (row, { data }) => {
        if (!row) return row;
        const thread = new Thread(row);
        thread.take(data.item);
        // its sender did not say that they are over: should it send them again, with the same start, they fire
        const { ended: _ended, ...after } = thread.toRow()!;
        return row.ended ? { ...after, ended: row.ended } : after;
      },
    },
    AlertGroupResolved: {
      keys: threadIdsOf,
      row: (row, { data, meta }) => {
        if (!row?.open) return row && withoutFlaps(row);
        // in a group of several threads, the items say what senders ended: meanwhile other threads may fire again
        if (isShared(row) && data.by === 'sender') return withoutOver(row, meta.at);
        const resolvedBy = data.quietSince === undefined ? data.by : 'age';
        const { over, flaps: _flaps, ...openThread } = row;
        // ending alerts are resolved as well; if a person resolved the group, they count as firing
        const rest =
          over !== undefined && data.by === 'sender'
            ? { ...openThread, ...closedThread }
            : { ...openThread, alerts: withoutEnding(row.alerts) };
        return { ...rest, open: false, resolvedAt: meta.at, resolvedBy, senderResolved: data.by === 'sender' };
      },
    },
    AlertsResolved: {
      keys: (event, ids) => (event.data.left ? threadIdsOf(event, ids) : []),
      row: (row, { data: { signal }, meta }) => {
        if (!row) return row;
        const thread = new Thread(row);
        thread.endLeft(signal.eventId);
        // in a group of several threads, this thread is resolved: others may be open
        return isShared(row) ? withoutOver(thread.toRow()!, meta.at) : thread.toRow();
      },
    },
    AlertGroupFlapped: { keys: threadIdsOf, row: (row) => (row ? { ...row, flaps: true } : row) },
    FlappingEnded: { keys: threadIdsOf, row: (row) => row && withoutFlaps(row) },
    AlertGroupClosingPlanned: {
      keys: threadIdsOf,
      row: (row) => (row ? { ...row, closing: true } : row),
    },
    AlertGroupWentStale: {
      keys: threadIdsOf,
      row: (row) => (row ? { ...row, closing: true } : row),
    },
    AlertGroupReopened: {
      // one thread fired again, or everything that still fires is back
      keys: (event, ids) => (event.data.because === 'refire' && event.data.thread !== null ? [event.data.thread] : threadIdsOf(event, ids)),
      row: (row, { data }) =>
        row && row.groupId === data.groupId && !(isShared(row) && row.senderResolved)
          ? { ...row, open: true, resolvedAt: null, resolvedBy: null, senderResolved: false }
          : row,
    },
  },
  sweep: (row, logTime) =>
    !row.open && row.resolvedAt !== null && millisBetween(row.resolvedAt, logTime) > routingLimits.rememberResolved ? null : row,
};
