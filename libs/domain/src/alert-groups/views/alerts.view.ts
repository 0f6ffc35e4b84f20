import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import type { AlertsRow } from '@tocsin/contracts/alert-group-rows.js';
import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { commonLabels } from '../alerts.js';
import { leftBy } from '../ending-plan.js';
import { endedBy } from '../ended-by.js';
import { onGroup } from '../on-group.js';
import { streamOfGroup } from './stream-of-group.js';

type RowAlert = AlertsRow['alerts'][number];

/** Limits of a row: a group with ever-changing pods must not rewrite megabytes with each message. */
const most = { alerts: 100, characters: 256 * 1_024 } as const;
/** More than one event can list. */
const placesPerEvent = 100_000;

const sizes = new WeakMap<RowAlert, number>();
const sizeOf = (alert: RowAlert): number => {
  let size = sizes.get(alert);
  if (size === undefined) sizes.set(alert, (size = JSON.stringify(alert).length));
  return size;
};

/** Number of these alerts, newest first, that fit into a row: at least one. */
const fitting = (newest: readonly RowAlert[]): number => {
  let characters = 0;
  for (const [n, alert] of newest.entries()) {
    characters += sizeOf(alert);
    if (n > 0 && (n >= most.alerts || characters > most.characters)) return n;
  }
  return newest.length;
};

/** The row limited to the alerts that fired last. */
const bounded = (row: AlertsRow): AlertsRow => {
  const newest = row.alerts.toSorted((a, b) => b.place - a.place);
  const count = fitting(newest);
  if (count === newest.length) return row;
  const oldest = newest[count - 1]!.place;
  return { ...row, alerts: row.alerts.filter(({ place }) => place >= oldest), older: String(oldest) };
};

/** Labels shared by all alerts. For alerts that left the row, the former common labels are used: they can only become fewer. */
const sharedBy = (row: AlertsRow, alerts: readonly RowAlert[], fired: readonly Alert[]): AlertsRow['commonLabels'] =>
  commonLabels(row.older === null ? alerts : [{ labels: row.commonLabels }, ...fired]);

const fired = (row: AlertsRow, alerts: readonly Alert[], { revision, meta }: Recorded, before: number): AlertsRow => {
  const known = new Map(row.alerts.map((alert) => [alert.fingerprint, alert]));
  for (const [n, alert] of alerts.entries()) {
    const place = revision * placesPerEvent + n;
    const { firstSeenAt = meta.at } = known.get(alert.fingerprint) ?? {};
    if (place < before) known.set(alert.fingerprint, { ...alert, state: 'firing', firstSeenAt, resolvedAt: null, place });
    else known.delete(alert.fingerprint);
  }
  const all = [...known.values()];
  return bounded({ ...row, alerts: all, commonLabels: sharedBy(row, all, alerts) });
};

const firesOn = ({ endsAt: _endsAt, ...alert }: RowAlert): RowAlert => alert;

/** Alerts that their sender no longer lists, or lists again. */
const ending = (row: AlertsRow, { dueAt, late, ...data }: FactOf<'AlertsEnding'>): AlertsRow => {
  const isLeft = leftBy({ dueAt, ...data });
  const isEnding = ({ state, fingerprint, endsAt }: RowAlert): boolean =>
    state === 'firing' && isLeft(fingerprint) && (endsAt === undefined || late !== undefined);
  return { ...row, alerts: row.alerts.map((alert) => (isEnding(alert) ? { ...alert, endsAt: dueAt } : alert)) };
};
const resumed = (row: AlertsRow, { fingerprints }: FactOf<'AlertsResumed'>): AlertsRow => {
  const again = new Set(fingerprints);
  return { ...row, alerts: row.alerts.map((alert) => (again.has(alert.fingerprint) ? firesOn(alert) : alert)) };
};

const noneEnding = (row: AlertsRow): AlertsRow =>
  row.alerts.some(({ endsAt }) => endsAt !== undefined) ? { ...row, alerts: row.alerts.map(firesOn) } : row;

const resolved = (row: AlertsRow, at: string, which: (key: string) => boolean = () => true): AlertsRow => {
  const isEnded = ({ state, fingerprint }: RowAlert): boolean => state === 'firing' && which(fingerprint);
  if (!row.alerts.some(isEnded)) return row;
  return { ...row, alerts: row.alerts.map((alert) => (isEnded(alert) ? { ...firesOn(alert), state: 'resolved', resolvedAt: at } : alert)) };
};

/** `before`: only alerts whose last firing has a position below this one. */
const alertsBefore = (before: number): View<AlertsRow, RecordedFact> => ({
  name: 'alerts',
  past: false,
  version: 3,
  stream: streamOfGroup,
  before: (mark) => (/^\d{1,15}$/.test(mark) ? alertsBefore(Number(mark)) : undefined),
  on: onGroup<AlertsRow>({
    AlertGroupOpened: (_row, event) =>
      fired({ id: event.data.groupId, commonLabels: {}, alerts: [], older: null }, event.data.alerts, event, before),
    AlertsFired: (row, event) => fired(row, event.data.alerts, event, before),
    AlertsResolved: (row, { data, meta }) => resolved(row, meta.at, endedBy(data)),
    AlertsEnding: (row, { data }) => ending(row, data),
    AlertsResumed: (row, { data }) => resumed(row, data),
    AlertsTakenInHand: (row, { data: { under } }) => ({
      ...row,
      alerts: row.alerts.map((alert) => (alert.fingerprint.startsWith(under) ? { ...alert, inHand: true } : alert)),
    }),
    AlertGroupResolved: (row, { data, meta }) => (data.by === 'sender' ? resolved(row, meta.at) : noneEnding(row)),
  }),
});

/** The alerts of a group. */
export const alertsView = alertsBefore(Infinity);
