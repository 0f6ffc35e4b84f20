import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';

/** An alert, and its place in the signal. */
export type Indexed = readonly [alert: SignalAlert, index: number];
/** What one group is told of a signal. */
export interface Part {
  readonly key: string;
  /** The part of the route after the integration. */
  readonly route: string;
  readonly alerts: readonly Indexed[];
}

/** One group, or one for each alert name when the sender groups by nothing at all. */
export const partsOf = (signal: Signal): readonly Part[] => {
  const indexed = signal.alerts.map((alert, index): Indexed => [alert, index]);
  if (!signal.splitByName) return [{ key: signal.key, route: signal.key, alerts: indexed }];
  if (signal.alerts.length === 0) return [{ key: signal.key, route: signal.key, alerts: [] }];
  const names = [...new Set(signal.alerts.map((alert) => alert.name))];
  return names.map((name) => ({
    key: signal.key,
    route: `${signal.key}|${name}`,
    alerts: indexed.filter(([alert]) => alert.name === name),
  }));
};
