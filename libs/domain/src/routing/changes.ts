import type { Routed } from '@tocsin/contracts/routing.js';
import { severities, type Severity, type Signal, type SignalAlert } from '@tocsin/contracts/signals.js';
import type { Part } from './parts.js';
import { alertIn, type RouteRow } from './routes.view.js';

/** One alert of a group, and what a signal says of it. */
export type Changed = Routed['alerts'][number];
const rank = (severity: Severity): number => severities.length - severities.indexOf(severity);

/** `index`: its place in the signal; null where the signal does not list it. */
export const changedAlert = (alert: SignalAlert, index: number | null, outcome: Changed['outcome']): Changed => ({
  fingerprint: alert.fingerprint,
  outcome,
  startsAt: alert.startsAt,
  severity: alert.severity,
  index,
});

/** The message is complete and leaves them out: they are resolved. */
export const absentFrom = (part: Part, row: RouteRow): readonly Changed[] =>
  Object.entries(row.alerts)
    .filter(([fingerprint, alert]) => alert.firing && !part.alerts.some(([listed]) => listed.fingerprint === fingerprint))
    .map(([fingerprint, alert]) => ({ fingerprint, outcome: 'resolved', startsAt: alert.startsAt, severity: alert.severity, index: null }));

/** An alert of the group that is over, whether the signal lists it or not. */
export const resolvedAlert = (fingerprint: string, alert: RouteRow['alerts'][string], signal: Signal): Changed => {
  const index = signal.alerts.findIndex((listed) => listed.fingerprint === fingerprint);
  return { fingerprint, outcome: 'resolved', startsAt: alert.startsAt, severity: alert.severity, index: index < 0 ? null : index };
};

const beganLater = (alert: SignalAlert, known: RouteRow['alerts'][string]): boolean =>
  alert.startsAt !== null && known.startsAt !== null && alert.startsAt > known.startsAt;

/** A later beginning, an alert it never had, or any firing after the sender's own resolve. */
export const isRefire = (alert: SignalAlert, row: RouteRow): boolean => {
  const known = alertIn(row, alert.fingerprint);
  return !known?.firing || row.senderResolved || beganLater(alert, known);
};

/** What a part says of the alerts of an open group: which of them ended, fire, got worse, or began again. A mere repeat says nothing. */
export const changesIn = (part: Part, row: RouteRow): Changed[] => {
  const alerts: Changed[] = [];
  for (const [alert, index] of part.alerts) {
    const known = alertIn(row, alert.fingerprint);
    if (alert.state === 'resolved') {
      if (known?.firing) alerts.push(changedAlert(alert, index, 'resolved'));
    } else if (!known?.firing) alerts.push(changedAlert(alert, index, 'fired'));
    else if (rank(alert.severity) > rank(known.severity)) alerts.push(changedAlert(alert, index, 'raised'));
    else if (beganLater(alert, known)) alerts.push({ ...changedAlert(alert, index, 'began_again'), severity: known.severity });
  }
  return alerts;
};
