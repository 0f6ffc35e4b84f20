import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';

export interface GroupAlert extends Alert {
  readonly firing: boolean;
  /** Its sender no longer lists it: the signal that left it out. */
  readonly ending?: string;
}

type Alerts = Readonly<Record<string, GroupAlert>>;

/**
 * The alerts of a group by their keys. A change is added to `recent`, so that it copies a few alerts, not the two thousand of a storm. Plain data:
 * states are stored in snapshots.
 */
export interface AlertTable {
  readonly settled: Alerts;
  readonly recent: Alerts;
}

/** Alerts in `recent` before they are settled. */
const mostRecent = 64;

export const noAlerts: AlertTable = { settled: {}, recent: {} };

export const toAlertTable = (alerts: Alerts): AlertTable => ({ settled: alerts, recent: {} });

const isEmpty = (alerts: Alerts): boolean => {
  for (const _key in alerts) return false;
  return true;
};

/** A table without a prototype begins as the hash table that two thousand keys become: copied in a third of the time. */
const merge = (alerts: Alerts, changes: Alerts): Alerts => {
  const all = Object.create(null) as Record<string, GroupAlert>;
  for (const key in alerts) all[key] = alerts[key]!;
  for (const key in changes) all[key] = changes[key]!;
  return all;
};

const merged = new WeakMap<AlertTable, Alerts>();

/** All alerts by their keys, in the order in which they came. It copies them: to find one, use `findAlert`. */
export const alertsByKey = (table: AlertTable): Alerts => {
  if (isEmpty(table.recent)) return table.settled;
  if (isEmpty(table.settled)) return table.recent;
  const known = merged.get(table);
  if (known) return known;
  const all = merge(table.settled, table.recent);
  merged.set(table, all);
  return all;
};

export const listAlerts = (table: AlertTable): readonly GroupAlert[] => Object.values(alertsByKey(table));

export const keysOfAlerts = (table: AlertTable, isWanted: (alert: GroupAlert) => boolean): string[] =>
  Object.entries(alertsByKey(table)).flatMap(([key, alert]) => (isWanted(alert) ? [key] : []));

/** Own properties only, because a sender may name an alert `constructor`. */
export const findAlert = ({ settled, recent }: AlertTable, key: string): GroupAlert | undefined => {
  if (Object.hasOwn(recent, key)) return recent[key];
  return Object.hasOwn(settled, key) ? settled[key] : undefined;
};

/** The table with these alerts added, or in place of those with the same keys. */
export const putAlerts = ({ settled, recent }: AlertTable, changes: Alerts): AlertTable => {
  const all = merge(recent, changes);
  return Object.keys(all).length <= mostRecent ? { settled, recent: all } : { settled: merge(settled, all), recent: {} };
};

/** The same table where `change` returns the same alert for each. */
export const changeAlerts = (table: AlertTable, change: (key: string, alert: GroupAlert) => GroupAlert): AlertTable => {
  const changes = Object.create(null) as Record<string, GroupAlert>;
  for (const [key, alert] of Object.entries(alertsByKey(table))) {
    const after = change(key, alert);
    if (after !== alert) changes[key] = after;
  }
  return isEmpty(changes) ? table : putAlerts(table, changes);
};
