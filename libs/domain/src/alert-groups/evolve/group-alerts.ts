import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import { limits } from '@tocsin/contracts/limits.js';
import { fitAlerts, limitAlerts } from '../alerts.js';
import type { AlertGroupCore, GroupAlert } from '../state.js';

/** The alerts of a group with these firing: as many as fit, firing ones before the others. */
export const withFiring = (alerts: readonly Alert[], before: AlertGroupCore['alerts'] = {}): AlertGroupCore['alerts'] => {
  const keys = new Set(alerts.map(({ fingerprint }) => fingerprint));
  const otherAlerts = Object.values(before).filter(({ fingerprint }) => !keys.has(fingerprint));
  const addedEntries = fitAlerts(alerts, otherAlerts).map((alert) => [alert.fingerprint, { ...alert, firing: true }] as const);
  const all = { ...before, ...Object.fromEntries(addedEntries) };
  const entries = Object.entries(all);
  const limited = limitAlerts(entries, ([, { firing }]) => firing);
  return limited === entries ? all : Object.fromEntries(limited);
};
/** The alerts of a group with these in other words: each stays as it was otherwise. */
export const withWords = (alerts: readonly Alert[], before: AlertGroupCore['alerts']): AlertGroupCore['alerts'] => {
  const keys = new Set(alerts.map(({ fingerprint }) => fingerprint));
  const otherAlerts = Object.values(before).filter(({ fingerprint }) => !keys.has(fingerprint));
  const entries = fitAlerts(alerts, otherAlerts).flatMap((alert) => {
    const known = Object.hasOwn(before, alert.fingerprint) ? before[alert.fingerprint] : undefined;
    return known ? [[alert.fingerprint, { ...known, ...alert }] as const] : [];
  });
  return { ...before, ...Object.fromEntries(entries) };
};
/** The last names of its alerts. */
export const withNames = (names: readonly string[], before: readonly string[] = []): readonly string[] =>
  [...new Set([...before, ...names])].slice(-limits.namesPerGroup);

const clearEnding = ({ ending: _ending, ...alert }: GroupAlert): GroupAlert => alert;
/** The same alerts, with those that match no longer firing. */
export const withoutFiring = (alerts: AlertGroupCore['alerts'], isOver: (key: string) => boolean = () => true): AlertGroupCore['alerts'] =>
  Object.fromEntries(Object.entries(alerts).map(([key, alert]) => [key, isOver(key) ? { ...clearEnding(alert), firing: false } : alert]));
