import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { ExistingGroup } from '../state.js';
import { setOf } from '../shared/linked.js';

/** Facts to which the other groups of a storm react. */
const markingFacts: ReadonlySet<AlertGroupFact['type']> = new Set([
  'AlertGroupAcknowledged',
  'AlertGroupSnoozed',
  'AlertGroupUnsnoozed',
  'AlertGroupTakenOver',
  'AlertGroupReturnedToFiring',
  'AlertGroupResolved',
  'AlertGroupReopened',
  'AlertGroupFollows',
  'AlertGroupLeads',
]);

/** Adds the storm’s name to a fact when the other groups of the storm react to it. */
export const withStorm = (group: ExistingGroup, fact: AlertGroupFact): AlertGroupFact => {
  const storm = markingFacts.has(fact.type) ? setOf(group) : null;
  return storm === null ? fact : ({ ...fact, data: { ...fact.data, storm } } as AlertGroupFact);
};
