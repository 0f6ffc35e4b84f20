import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { fitAlerts, limitAlerts, sizeOf } from '../alerts.js';
import {
  alertsByKey,
  changeAlerts,
  findAlert,
  listAlerts,
  noAlerts,
  putAlerts,
  toAlertTable,
  type AlertTable,
  type GroupAlert,
} from '../alert-table.js';

/** How many alerts a list has, and their approximate memory in characters. */
interface Weight {
  readonly count: number;
  readonly characters: number;
}
/** Lists are immutable, and follow from one another: of thousands of alerts only those that change are measured. */
const weights = new WeakMap<AlertTable, Weight>();

const weightOf = (alerts: AlertTable): Weight => {
  const known = weights.get(alerts);
  if (known) return known;
  const all = listAlerts(alerts);
  const weight = { count: all.length, characters: all.reduce((sum, alert) => sum + sizeOf(alert), 0) };
  weights.set(alerts, weight);
  return weight;
};

const sumSizes = (alerts: Iterable<Alert>): number => {
  let sum = 0;
  for (const alert of alerts) sum += sizeOf(alert);
  return sum;
};

/** By the alerts of a fact, which is folded twice: while it is decided, and when it is appended. */
const lastFoldOf = new WeakMap<readonly Alert[], { readonly before: AlertTable; readonly after: AlertTable }>();

/** The alerts of a group with these firing: as many as fit, firing ones before the others. */
export const withFiring = (alerts: readonly Alert[], before: AlertTable = noAlerts): AlertTable => {
  const known = lastFoldOf.get(alerts);
  lastFoldOf.delete(alerts);
  if (known?.before === before) return known.after;
  const after = fireAll(alerts, before);
  lastFoldOf.set(alerts, { before, after });
  return after;
};

const fireAll = (alerts: readonly Alert[], before: AlertTable): AlertTable => {
  const { count, characters } = weightOf(before);
  const keys = [...new Set(alerts.map(({ fingerprint }) => fingerprint))];
  const replacedAlerts = keys.flatMap((key) => findAlert(before, key) ?? []);
  const otherCharacters = characters - sumSizes(replacedAlerts);
  const fired = Object.create(null) as Record<string, GroupAlert>;
  for (const alert of fitAlerts(alerts, otherCharacters)) fired[alert.fingerprint] = { ...alert, firing: true };
  const after = putAlerts(before, fired);
  const newCount = count + keys.length - replacedAlerts.length;
  if (newCount > alertGroupLimits.sizes.alertsPerGroup)
    return toAlertTable(Object.fromEntries(limitAlerts(Object.entries(alertsByKey(after)), ([, { firing }]) => firing)));
  weights.set(after, { count: newCount, characters: otherCharacters + sumSizes(Object.values(fired)) });
  return after;
};
/** The alerts of a group with these in other words: each stays as it was otherwise. */
export const withWords = (alerts: readonly Alert[], before: AlertTable): AlertTable => {
  const known = alerts.filter(({ fingerprint }) => findAlert(before, fingerprint));
  const keys = [...new Set(known.map(({ fingerprint }) => fingerprint))];
  const otherCharacters = weightOf(before).characters - sumSizes(keys.map((key) => findAlert(before, key)!));
  const reworded = Object.create(null) as Record<string, GroupAlert>;
  for (const alert of fitAlerts(known, otherCharacters))
    reworded[alert.fingerprint] = { ...findAlert(before, alert.fingerprint)!, ...alert };
  return putAlerts(before, reworded);
};
export const withNames = (names: readonly string[], before: readonly string[] = []): readonly string[] => {
  const known = new Set(before);
  const newNames = [...new Set(names)].filter((name) => !known.has(name));
  return newNames.length === 0 && before.length <= routingLimits.namesPerGroup
    ? before
    : [...before, ...newNames].slice(-routingLimits.namesPerGroup);
};

const clearEnding = ({ ending: _ending, ...alert }: GroupAlert): GroupAlert => alert;
/** The same alerts, with those that match no longer firing. */
export const withoutFiring = (alerts: AlertTable, isOver: (key: string) => boolean = () => true): AlertTable => {
  const all = changeAlerts(alerts, (key, alert) => (isOver(key) ? { ...clearEnding(alert), firing: false } : alert));
  // what fires weighs nothing
  const weight = weights.get(alerts);
  if (weight) weights.set(all, weight);
  return all;
};
