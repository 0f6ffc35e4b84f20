import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Existing } from '../state.js';
import { stormOf } from '../shared/linked.js';

/** Facts by which the other groups of a storm go. */
const marked: ReadonlySet<AlertGroupFact['type']> = new Set([
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

/** A fact about a group of a storm, with the storm’s name where others go by it. */
export const withStorm = (group: Existing, fact: AlertGroupFact): AlertGroupFact => {
  const storm = marked.has(fact.type) ? stormOf(group) : null;
  return storm === null ? fact : ({ ...fact, data: { ...fact.data, storm } } as AlertGroupFact);
};
