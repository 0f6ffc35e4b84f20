import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { groupsOfPerson } from '../shared/paging-indexes.js';
import type { FanOut, SubjectOf } from './fan-out.js';

type Subject = SubjectOf<'PersonReleasedFromGroups'>;

const reasons: Readonly<Record<Subject['because'], DeliveryReason>> = {
  disabled: 'delivery.person_disabled',
  observes: 'delivery.person_observes',
};

/**
 * A person who is disabled or made an observer can’t hold groups or be paged: groups they hold fire again, and pages
 * that wait for their answer go to others.
 */
export const personReleased: FanOut<'PersonReleasedFromGroups'> = {
  lists: 'PersonReleasedFromGroups',
  on: {
    PersonDisabled: ({ personId }) => ({ personId, because: 'disabled' }),
    PersonRoleChanged: ({ personId, role }) => (role === 'observer' ? { personId, because: 'observes' } : null),
  },
  // who is back meanwhile keeps the groups they hold
  now: (subject, { people }) => {
    const person = people.get(subject.personId);
    return !person || (person.state === 'active' && person.role !== 'observer') ? null : subject;
  },
  groups: ({ personId }, reads, after) => groupsOfPerson(reads, personId, after),
  each: (groupId, { personId, because }) => ({ type: 'ReleasePerson', data: { groupId, personId, reason: reasons[because] } }),
};
