import type { Alert, AlertsRow } from '@tocsin/contracts/alert-groups.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/view.js';
import { commonLabels } from '../alerts.js';
import { onGroup } from '../on-group.js';

type Held = AlertsRow['alerts'][number];

const rowOf = (id: string, alerts: Held[]): AlertsRow => ({ id, commonLabels: commonLabels(alerts), alerts });
const resolved = (alert: Held, at: string): Held => (alert.state === 'resolved' ? alert : { ...alert, state: 'resolved', resolvedAt: at });

const fired = (row: AlertsRow, alerts: readonly Alert[], at: string): AlertsRow => {
  const known = new Map(row.alerts.map((alert) => [alert.fingerprint, alert]));
  for (const alert of alerts) {
    const before = known.get(alert.fingerprint);
    known.set(alert.fingerprint, { ...alert, state: 'firing', firstSeenAt: before?.firstSeenAt ?? at, resolvedAt: null });
  }
  return rowOf(row.id, [...known.values()]);
};

/** The alerts of a group. */
export const alertsView: View<AlertsRow, RecordedFact> = {
  name: 'alerts',
  past: true,
  on: onGroup<AlertsRow>({
    AlertGroupOpened: (_row, { data, meta }) => fired(rowOf(data.groupId, []), data.alerts, meta.at),
    AlertsFired: (row, { data, meta }) => fired(row, data.alerts, meta.at),
    AlertsResolved: (row, { data, meta }) =>
      rowOf(
        row.id,
        row.alerts.map((alert) => (data.fingerprints.includes(alert.fingerprint) ? resolved(alert, meta.at) : alert)),
      ),
    AlertGroupResolved: (row, { data, meta }) =>
      data.by === 'sender'
        ? rowOf(
            row.id,
            row.alerts.map((alert) => resolved(alert, meta.at)),
          )
        : row,
  }),
};
