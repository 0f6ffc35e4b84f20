import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { alertKeyOf } from '../../rules/alert-key.js';

/** An alert of a signal: its position there, and its key in facts. */
export interface ListedAlert {
  readonly key: string;
  readonly index: number;
  readonly alert: SignalAlert;
}

/** The part of a signal for one thread. */
export interface Portion {
  /** The part of the thread’s name after the integration. */
  readonly thread: string;
  readonly alerts: readonly ListedAlert[];
}

/** All alerts of a signal. */
export const listedAlertsOf = (signal: Signal): readonly ListedAlert[] =>
  signal.alerts.map((alert, index): ListedAlert => ({ key: alertKeyOf(alert), index, alert }));

/** One portion, or one for each alert name when the sender does not group at all. */
export const portionsOf = (signal: Signal): readonly Portion[] => {
  const listedAlerts = listedAlertsOf(signal);
  if (!signal.splitByName || listedAlerts.length === 0) return [{ thread: signal.key, alerts: listedAlerts }];
  const byName = new Map<string, ListedAlert[]>();
  for (const one of listedAlerts) {
    const sameNameAlerts = byName.get(one.alert.name);
    if (sameNameAlerts) sameNameAlerts.push(one);
    else byName.set(one.alert.name, [one]);
  }
  return [...byName].map(([name, alerts]) => ({ thread: `${signal.key}|${name}`, alerts }));
};
