import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { commonLabelsOf } from '../alerts.js';
import { isOfThreads } from '../../routing/shared/storm-key.js';
import { isEndingBy } from '../ending-plan.js';
import { isResolvedBy } from '../is-resolved-by.js';
import { foldByGroup } from '../fold-by-group.js';
import { leavesWithGroup, streamOfGroup } from './stream-of-group.js';

type RowAlert = AlertsRow['alerts'][number];

/** Limits of a row: a group with ever-changing pods must not rewrite megabytes with each message. */
const maxSizes = { alerts: 100, characters: 256 * 1_024 } as const;
/** More than one event can list. */
const placesPerEvent = 100_000;

const sizes = new WeakMap<RowAlert, number>();
const sizeOf = (alert: RowAlert): number => {
  let size = sizes.get(alert);
  if (size === undefined) sizes.set(alert, (size = JSON.stringify(alert).length));
  return size;
};

/** Number of these alerts, newest first, that fit into a row: at least one. */
const countFitting = (newest: readonly RowAlert[]): number => {
  let characters = 0;
  for (const [n, alert] of newest.entries()) {
    characters += sizeOf(alert);
    if (n > 0 && (n >= maxSizes.alerts || characters > maxSizes.characters)) return n;
  }
  return newest.length;
};

/** The row limited to the alerts that fired last. */
const limitRow = (row: AlertsRow): AlertsRow => {
  const newest = row.alerts.toSorted((a, b) => b.place - a.place);
  const count = countFitting(newest);
  if (count === newest.length) return row;
  const oldest = newest[count - 1]!.place;
  return { ...row, alerts: row.alerts.filter(({ place }) => place >= oldest), older: String(oldest) };
};

/** Labels shared by all alerts. For alerts that left the row, the former common labels are used: they can only become fewer. */
const sharedLabels = (row: AlertsRow, alerts: readonly RowAlert[], fired: readonly Alert[]): AlertsRow['commonLabels'] =>
  commonLabelsOf(row.older === null ? alerts : [{ labels: row.commonLabels }, ...fired]);

const applyFired = (row: AlertsRow, alerts: readonly Alert[], { revision, meta }: Recorded, before: number): AlertsRow => {
  const knownAlerts = new Map(row.alerts.map((alert) => [alert.fingerprint, alert]));
  for (const [n, alert] of alerts.entries()) {
    const place = revision * placesPerEvent + n;
    const { firstSeenAt = meta.at } = knownAlerts.get(alert.fingerprint) ?? {};
    if (place < before) knownAlerts.set(alert.fingerprint, { ...alert, state: 'firing', firstSeenAt, resolvedAt: null, place });
    else knownAlerts.delete(alert.fingerprint);
  }
  const all = [...knownAlerts.values()];
  return limitRow({ ...row, alerts: all, commonLabels: sharedLabels(row, all, alerts) });
};

const applyWords = (row: AlertsRow, alerts: readonly Alert[]): AlertsRow => {
  const reworded = new Map(alerts.map((alert) => [alert.fingerprint, alert]));
  return limitRow({ ...row, alerts: row.alerts.map((alert) => ({ ...alert, ...reworded.get(alert.fingerprint) })) });
};

const clearEnd = ({ endsAt: _endsAt, ...alert }: RowAlert): RowAlert => alert;

/** Alerts that their sender no longer lists, or lists again. */
const applyEnding = (row: AlertsRow, { dueAt, late, ...data }: FactOf<'AlertsEnding'>): AlertsRow => {
  const isLeft = isEndingBy({ dueAt, ...data });
  const isEnding = ({ state, fingerprint, endsAt }: RowAlert): boolean =>
    state === 'firing' && isLeft(fingerprint) && (endsAt === undefined || late !== undefined);
  return { ...row, alerts: row.alerts.map((alert) => (isEnding(alert) ? { ...alert, endsAt: dueAt } : alert)) };
};
const applyResumed = (row: AlertsRow, { fingerprints }: FactOf<'AlertsResumed'>): AlertsRow => {
  const resumedKeys = new Set(fingerprints);
  return { ...row, alerts: row.alerts.map((alert) => (resumedKeys.has(alert.fingerprint) ? clearEnd(alert) : alert)) };
};

const clearEnding = (row: AlertsRow): AlertsRow =>
  row.alerts.some(({ endsAt }) => endsAt !== undefined) ? { ...row, alerts: row.alerts.map(clearEnd) } : row;

const applyResolved = (row: AlertsRow, at: string, isMatch: (key: string) => boolean = () => true): AlertsRow => {
  const isEnded = ({ state, fingerprint }: RowAlert): boolean => state === 'firing' && isMatch(fingerprint);
  if (!row.alerts.some(isEnded)) return row;
  return {
    ...row,
    alerts: row.alerts.map((alert) => (isEnded(alert) ? { ...clearEnd(alert), state: 'resolved', resolvedAt: at } : alert)),
  };
};

/** `before`: only alerts whose last firing has a position below this one. */
const createAlertsView = (before: number): View<AlertsRow, RecordedFact> => ({
  name: 'alerts',
  hasHistory: false,
  version: 3,
  stream: streamOfGroup,
  leaves: leavesWithGroup,
  before: (mark) => (/^\d{1,15}$/.test(mark) ? createAlertsView(Number(mark)) : undefined),
  on: foldByGroup<AlertsRow>({
    AlertGroupOpened: (_row, event) =>
      applyFired({ id: event.data.groupId, commonLabels: {}, alerts: [], older: null }, event.data.alerts, event, before),
    AlertsFired: (row, event) => applyFired(row, event.data.alerts, event, before),
    AlertsReworded: (row, { data }) => applyWords(row, data.alerts),
    AlertsResolved: (row, { data, meta }) => applyResolved(row, meta.at, isResolvedBy(data)),
    AlertsEnding: (row, { data }) => applyEnding(row, data),
    AlertsResumed: (row, { data }) => applyResumed(row, data),
    AlertsTakenInHand: (row, { data }) => {
      const isTaken = isOfThreads(data.under);
      return { ...row, alerts: row.alerts.map((alert) => (isTaken(alert.fingerprint) ? { ...alert, inHand: true } : alert)) };
    },
    AlertGroupResolved: (row, { data, meta }) => (data.by === 'sender' ? applyResolved(row, meta.at) : clearEnding(row)),
  }),
});

/** The alerts of a group. */
export const alertsView = createAlertsView(Infinity);
