import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { GroupAlert } from '../../alert-table.js';
import type { Draft } from '../../draft.js';
import { firingAlertsOf } from '../../shared/mutable.js';
import type { Reaction } from '../reaction.js';
import { canAnythingMute, findMutes } from './judge-mutes.js';
import { isSuppressed } from './mutes.js';
import { noteLowered, noteMuted } from './note-muted.js';
import { unsuppress } from './review.js';
import { suppress } from './suppress.js';

/** Facts after which it is asked what is muted now. */
const on: Reaction['on'] = new Set([
  'AlertGroupOpened',
  'AlertGroupReopened',
  'AlertsFired',
  'AlertsReworded',
  'AlertsCounted',
  'AlertsLeftOut',
  'AlertsResolved',
]);

/** The alerts that a fact is about,. */
const firedBy = (fact: AlertGroupFact) =>
  fact.type === 'AlertGroupOpened' || fact.type === 'AlertsFired' || fact.type === 'AlertsReworded' ? fact.data.alerts : [];

/** Alerts fire of which nothing is known. */
const isUnknownFired = (fact: AlertGroupFact): boolean =>
  (fact.type === 'AlertsCounted' && fact.data.alerts > 0) || (fact.type === 'AlertsLeftOut' && fact.data.cutList !== null);

const concernedBy = (draft: Draft, facts: readonly AlertGroupFact[]): readonly GroupAlert[] => {
  const firing = firingAlertsOf(draft.group);
  if (facts.some(({ type }) => type === 'AlertGroupReopened')) return firing;
  const keys = new Set(facts.flatMap(firedBy).map(({ fingerprint }) => fingerprint));
  return keys.size === 0 ? [] : firing.filter(({ fingerprint }) => keys.has(fingerprint));
};

/**
 * In the same decision: alerts that fire muted are named; one that is not muted ends a suppression; the end of the last one that counted
 * begins one.
 */
const react: Reaction['react'] = (draft, facts) => {
  const { status, suppressed, muted: mutedBefore } = draft.group;
  if (status === 'resolved') return;
  if (!suppressed && mutedBefore.length === 0 && !canAnythingMute(draft.group, draft.context)) return;
  const isNew = facts.some(({ type }) => type === 'AlertGroupOpened' || type === 'AlertGroupReopened');
  // a group that opens suppressed says so at once of all that fires
  if (isNew && isSuppressed(draft.group)) return;
  const alerts = concernedBy(draft, facts);
  const muted = alerts.length > 0 ? noteMuted(draft, alerts) : new Set<string>();
  noteLowered(
    draft,
    alerts.filter(({ fingerprint }) => !muted.has(fingerprint)),
  );
  if (draft.group.status !== 'firing') return;
  const found = findMutes(draft.group, draft.context);
  if (found) suppress(draft, found, { holderFirst: false, firedBefore: true });
  else if (isSuppressed(draft.group) && (alerts.some(({ fingerprint }) => !muted.has(fingerprint)) || facts.some(isUnknownFired)))
    unsuppress(draft, 'unmuted_alert');
};

export const muteReaction: Reaction = { on, react };
