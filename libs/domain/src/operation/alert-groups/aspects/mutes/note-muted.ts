import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { GroupAlert } from '../../alert-table.js';
import type { Draft } from '../../draft.js';
import { mutedAmong, notLoweredOf } from './judge-mutes.js';

const keysOf = (alerts: readonly GroupAlert[]): string[] => alerts.map(({ fingerprint }) => fingerprint);

const settlingKeysOf = ({ group }: Draft): ReadonlySet<string> => new Set(group.settling.flatMap(({ fingerprints }) => fingerprints));

/** Records which of these firing alerts are muted since now. */
export const noteMuted = (draft: Draft, alerts: readonly GroupAlert[]): ReadonlySet<string> => {
  const { group, context } = draft;
  const muted = mutedAmong(group, alerts, context);
  const known = new Set(group.muted);
  const settling = settlingKeysOf(draft);
  const fingerprints = [...muted].filter((key) => !known.has(key) || settling.has(key));
  if (fingerprints.length > 0) draft.add({ type: 'AlertsMuted', data: { groupId: group.groupId, fingerprints } });
  return muted;
};

/** Records which of these firing alerts nothing mutes any more: they settle. */
export const noteSettling = (draft: Draft, alerts: readonly GroupAlert[], muted: ReadonlySet<string>): void => {
  const { groupId, muted: mutedBefore } = draft.group;
  const settling = settlingKeysOf(draft);
  const before = new Set(mutedBefore);
  // what was held counts at once, by the timer of its hold
  const free = alerts.filter(({ held }) => held === undefined);
  const fingerprints = keysOf(free).filter((key) => before.has(key) && !muted.has(key) && !settling.has(key));
  const dueAt = addMillis(draft.context.now, alertGroupLimits.settling);
  if (fingerprints.length > 0) draft.add({ type: 'AlertGroupSettling', data: { groupId, fingerprints, dueAt } });
};

/** Records which of these firing alerts have low urgency because of a window. */
export const noteLowered = (draft: Draft, alerts: readonly GroupAlert[]): void => {
  const { group, context } = draft;
  const own = new Set(notLoweredOf(group, alerts, context));
  const known = new Set(group.lowered);
  const lowered = alerts.filter((alert) => !own.has(alert) && !known.has(alert.fingerprint));
  if (lowered.length > 0) draft.add({ type: 'AlertsLowered', data: { groupId: group.groupId, fingerprints: keysOf(lowered) } });
};

/** Those of the alerts that count: they are neither muted nor settle. */
export const countingAmong = ({ group }: Draft, alerts: readonly GroupAlert[]): readonly GroupAlert[] => {
  const muted = new Set(group.muted);
  return alerts.filter(({ fingerprint }) => !muted.has(fingerprint));
};
