import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import { limits } from '@tocsin/contracts/limits.js';
import { asMuchAsFits, withinLimit } from '../alerts.js';
import type { AlertGroupCore, HeldAlert } from '../state.js';

/** The alerts of a group with these firing: as many as fit, firing ones before the others. */
export const withFiring = (alerts: readonly Alert[], before: AlertGroupCore['alerts'] = {}): AlertGroupCore['alerts'] => {
  const keys = new Set(alerts.map(({ fingerprint }) => fingerprint));
  const others = Object.values(before).filter(({ fingerprint }) => !keys.has(fingerprint));
  const added = asMuchAsFits(alerts, others).map((alert) => [alert.fingerprint, { ...alert, firing: true }] as const);
  const all = { ...before, ...Object.fromEntries(added) };
  const entries = Object.entries(all);
  const limited = withinLimit(entries, ([, { firing }]) => firing);
  return limited === entries ? all : Object.fromEntries(limited);
};
/** The last names of its alerts. */
export const withNames = (names: readonly string[], before: readonly string[] = []): readonly string[] =>
  [...new Set([...before, ...names])].slice(-limits.namesPerGroup);

const notEnding = ({ ending: _ending, ...alert }: HeldAlert): HeldAlert => alert;
/** The same alerts, with those that match no longer firing. */
export const withoutFiring = (alerts: AlertGroupCore['alerts'], isOver: (key: string) => boolean = () => true): AlertGroupCore['alerts'] =>
  Object.fromEntries(Object.entries(alerts).map(([key, alert]) => [key, isOver(key) ? { ...notEnding(alert), firing: false } : alert]));
