import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Reaction } from '../reaction.js';
import { findMutes, unmutedOf } from './judge-mutes.js';
import { isSuppressed } from './mutes.js';
import { unsuppress } from './review.js';
import { suppress } from './suppress.js';

/** Facts after which it is asked what is muted now. */
const on: Reaction['on'] = new Set([
  'AlertGroupOpened',
  'AlertsFired',
  'AlertsReworded',
  'AlertsCounted',
  'AlertsLeftOut',
  'AlertsResolved',
]);

const firedBy = (fact: AlertGroupFact) => (fact.type === 'AlertGroupOpened' || fact.type === 'AlertsFired' ? fact.data.alerts : []);
const rewordedBy = (fact: AlertGroupFact) => (fact.type === 'AlertsReworded' ? fact.data.alerts : []);
/** Alerts fire of which nothing is known. */
const isUnknownFired = (fact: AlertGroupFact): boolean =>
  (fact.type === 'AlertsCounted' && fact.data.alerts > 0) || (fact.type === 'AlertsLeftOut' && fact.data.cutList !== null);

/**
 * In the same decision: alerts that fire muted are named; one that is not muted ends a suppression; the end of the last one that counted
 * begins one.
 */
const react: Reaction['react'] = (draft, facts) => {
  const { group, context } = draft;
  if (group.status === 'resolved') return;
  const fired = facts.flatMap(firedBy);
  const counting = new Set(unmutedOf(group, fired, context));
  const muted = fired.filter((alert) => !counting.has(alert)).map(({ fingerprint }) => fingerprint);
  // a group that opens suppressed has the urgency of all that fires
  const isNew = facts[0]?.type === 'AlertGroupOpened' && isSuppressed(group);
  if (muted.length > 0 && !isNew) draft.add({ type: 'AlertsMuted', data: { groupId: group.groupId, fingerprints: [...new Set(muted)] } });
  if (isSuppressed(group)) {
    const isUnmuted = counting.size > 0 || unmutedOf(group, facts.flatMap(rewordedBy), context).length > 0;
    if (!isNew && (isUnmuted || facts.some(isUnknownFired))) unsuppress(draft, 'unmuted_alert');
  } else if (group.status === 'firing') {
    const mutes = findMutes(group, context);
    if (mutes) suppress(draft, mutes, false);
  }
};

export const muteReaction: Reaction = { on, react };
