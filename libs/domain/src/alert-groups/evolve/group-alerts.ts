import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import { limits } from '@tocsin/contracts/limits.js';
import { fitAlerts, limitAlerts, sizeOf } from '../alerts.js';
import type { AlertGroupCore, GroupAlert } from '../state.js';

type Alerts = AlertGroupCore['alerts'];

/** How many alerts a list has, and their approximate memory in characters. */
interface Weight {
  readonly count: number;
  readonly characters: number;
}
/** Lists are immutable, and follow from one another: of thousands of alerts only those that change are measured. */
const weights = new WeakMap<Alerts, Weight>();

const weightOf = (alerts: Alerts): Weight => {
  const known = weights.get(alerts);
  if (known) return known;
  const all = Object.values(alerts);
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
const lastFoldOf = new WeakMap<readonly Alert[], { readonly before: Alerts; readonly after: Alerts }>();

/** The alerts of a group with these firing: as many as fit, firing ones before the others. */
export const withFiring = (alerts: readonly Alert[], before: Alerts = {}): Alerts => {
  const known = lastFoldOf.get(alerts);
  lastFoldOf.delete(alerts);
  if (known?.before === before) return known.after;
  const after = fireAll(alerts, before);
  lastFoldOf.set(alerts, { before, after });
  return after;
};

/** A table without a prototype begins as the hash table that two thousand keys become: copied in a third of the time. */
const copyOf = (alerts: Alerts): Record<string, GroupAlert> => {
  const copy = Object.create(null) as Record<string, GroupAlert>;
  for (const key in alerts) copy[key] = alerts[key]!;
  return copy;
};

const fireAll = (alerts: readonly Alert[], before: Alerts): Alerts => {
  const { count, characters } = weightOf(before);
  const keys = [...new Set(alerts.map(({ fingerprint }) => fingerprint))];
  const replacedAlerts = keys.flatMap((key) => (Object.hasOwn(before, key) ? [before[key]!] : []));
  const otherCharacters = characters - sumSizes(replacedAlerts);
  const all = copyOf(before);
  for (const alert of fitAlerts(alerts, otherCharacters)) all[alert.fingerprint] = { ...alert, firing: true };
  const newCount = count + keys.length - replacedAlerts.length;
  if (newCount > limits.alertsPerGroup) return Object.fromEntries(limitAlerts(Object.entries(all), ([, { firing }]) => firing));
  weights.set(all, { count: newCount, characters: otherCharacters + sumSizes(keys.map((key) => all[key]!)) });
  return all;
};
/** The alerts of a group with these in other words: each stays as it was otherwise. */
export const withWords = (alerts: readonly Alert[], before: Alerts): Alerts => {
  const known = alerts.filter(({ fingerprint }) => Object.hasOwn(before, fingerprint));
  const keys = [...new Set(known.map(({ fingerprint }) => fingerprint))];
  const otherCharacters = weightOf(before).characters - sumSizes(keys.map((key) => before[key]!));
  const entries = fitAlerts(known, otherCharacters).map(
    (alert) => [alert.fingerprint, { ...before[alert.fingerprint]!, ...alert }] as const,
  );
  return { ...before, ...Object.fromEntries(entries) };
};
/** The last names of its alerts. */
export const withNames = (names: readonly string[], before: readonly string[] = []): readonly string[] => {
  const known = new Set(before);
  const newNames = [...new Set(names)].filter((name) => !known.has(name));
  return newNames.length === 0 && before.length <= limits.namesPerGroup ? before : [...before, ...newNames].slice(-limits.namesPerGroup);
};

const clearEnding = ({ ending: _ending, ...alert }: GroupAlert): GroupAlert => alert;
/** The same alerts, with those that match no longer firing. */
export const withoutFiring = (alerts: Alerts, isOver: (key: string) => boolean = () => true): Alerts => {
  const over = Object.keys(alerts).filter(isOver);
  const all: Alerts = { ...alerts, ...Object.fromEntries(over.map((key) => [key, { ...clearEnding(alerts[key]!), firing: false }])) };
  // what fires weighs nothing
  const weight = weights.get(alerts);
  if (weight) weights.set(all, weight);
  return all;
};
