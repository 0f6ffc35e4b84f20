import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { alertKey } from '../rules/alert-key.js';

/** An alert of a signal: its position there, and its key in facts. */
export interface Listed {
  readonly key: string;
  readonly index: number;
  readonly alert: SignalAlert;
}

/** The part of a signal for one thread. */
export interface Portion {
  /** The part of the thread’s name after the integration. */
  readonly thread: string;
  readonly alerts: readonly Listed[];
}

/** All alerts of a signal. */
export const listedIn = (signal: Signal): readonly Listed[] =>
  signal.alerts.map((alert, index): Listed => ({ key: alertKey(alert), index, alert }));

/** One portion, or one for each alert name when the sender does not group at all. */
export const portionsOf = (signal: Signal): readonly Portion[] => {
  const listed = listedIn(signal);
  if (!signal.splitByName || listed.length === 0) return [{ thread: signal.key, alerts: listed }];
  const byName = new Map<string, Listed[]>();
  for (const one of listed) {
    const others = byName.get(one.alert.name);
    if (others) others.push(one);
    else byName.set(one.alert.name, [one]);
  }
  return [...byName].map(([name, alerts]) => ({ thread: `${signal.key}|${name}`, alerts }));
};
