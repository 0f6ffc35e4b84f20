import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { addMillis, laterOf } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { counted, lapseIdOf, type LapseRow } from '../shared/lapse-row.js';

const byLapse = indexBy((item: RoutedSignal) => [lapseIdOf(item.thread)]);

/** Alerts of an item that begin or go on, or all that are known. */
const endsAfter = (ends: LapseRow['ends'], { alerts, until = [], counted: more }: RoutedSignal): LapseRow['ends'] => {
  const after = new Map(Object.entries(ends));
  for (const { fingerprint, outcome } of alerts)
    if (outcome === 'resolved') after.delete(fingerprint);
    else if (!after.has(fingerprint)) after.set(fingerprint, '');
  if (more && more.alerts > 0 && !after.has(counted)) after.set(counted, '');
  for (const { at, alerts: listed } of until) {
    for (const key of listed ?? after.keys()) after.set(key, key === counted ? laterOf(after.get(key) ?? '', at) : at);
  }
  // an alert without an end is ended by its sender
  return Object.fromEntries([...after].filter(([, at]) => at !== ''));
};

/** Also of what its thread does not list: it would be due for ever. */
const withoutPassed = (row: LapseRow, now: string): LapseRow => ({
  ...row,
  ends: Object.fromEntries(Object.entries(row.ends).filter(([, at]) => at > now)),
});

const withItem = (row: LapseRow | null, item: RoutedSignal, plannedBy: string): LapseRow | null => {
  const { outcome, groupId, thread, signal, until } = item;
  if (outcome === 'resolved' || groupId === null) return null;
  const before = row?.groupId === groupId ? row : null;
  if (!before && until === undefined) return null;
  const ends = endsAfter(before?.ends ?? {}, item);
  if (Object.keys(ends).length === 0) return null;
  return { id: lapseIdOf(thread), thread, groupId, ends, signal, plannedBy };
};

const postponed = (row: LapseRow, until: string, plannedBy: string): LapseRow => ({
  ...row,
  ends: Object.fromEntries(Object.entries(row.ends).map(([key, at]) => [key, laterOf(at, until)])),
  plannedBy,
});

/** Nothing could be heard: all alerts get the time again. `to`: since when it can; null: there was no such time. */
const absence = <E extends Recorded>(endOf: (event: E) => string | null): RowChange<LapseRow, E> => ({
  keys: (event, ids) => (endOf(event) === null ? [] : [...ids.all()]),
  row: (row, event) => row && postponed(row, addMillis(endOf(event)!, routingLimits.lapse.unsaid), event.id),
});

/** When alerts of open groups end, for senders that say so. Folded from what the router recorded, as its memory of threads is. */
export const lapsesView: View<LapseRow, RecordedFact> = {
  name: 'lapses',
  hasHistory: false,
  columns: { groupId: (row) => row.groupId, thread: (row) => row.thread },
  on: {
    SignalsRouted: {
      keys: ({ data }, { by }) => [
        ...new Set(data.items.flatMap(({ thread, until }) => (until ? [lapseIdOf(thread)] : [...by('thread', thread)]))),
      ],
      row: (row, { id, data }, key) =>
        byLapse(data.items)
          .get(key)!
          .reduce<LapseRow | null>((one, item) => withItem(one, item, id), row ?? null),
    },
    AlertsLapsed: {
      keys: ({ data }) => [data.lapseId],
      row: (row, { id, data }) => row && withItem(withoutPassed(row, data.item.signal.receivedAt), data.item, id),
    },
    LapsePostponed: {
      keys: ({ data }) => [data.lapseId],
      row: (row, { id, data: { until } }) => row && postponed(row, until, id),
    },
    ReactorStarted: absence<RecordedOf<'ReactorStarted'>>(({ data, meta }) => (data.awayFrom === null ? null : meta.at)),
    ClockSteppedForward: absence<RecordedOf<'ClockSteppedForward'>>(({ data }) => data.to),
    AlertGroupResolved: {
      keys: ({ data }, { by }) => [...by('groupId', data.groupId)],
      row: () => null,
    },
  },
};
