import { followingRulesOf } from '../shared/paging-indexes.js';
import type { FanOut, SubjectOf } from './fan-out.js';

type Subject = SubjectOf<'ContactsChangedWhilePaged'>;

const ofPerson = ({ personId }: Subject): Subject => ({ personId });

/** Running pages follow the current contact methods and rules: a removed one is not used, and an added one is. */
export const contactsChanged: FanOut<'ContactsChangedWhilePaged'> = {
  lists: 'ContactsChangedWhilePaged',
  on: {
    ContactMethodVerified: ofPerson,
    ContactMethodDisabled: ofPerson,
    ContactMethodSwitchedOff: ofPerson,
    ContactMethodSwitchedOn: ofPerson,
    PushSubscriptionRenewed: ofPerson,
    ContactMethodRemoved: ofPerson,
    NotificationRuleAdded: ofPerson,
    NotificationRuleChanged: ofPerson,
    NotificationRuleRemoved: ofPerson,
  },
  groups: ({ personId }, { groups }, after) => followingRulesOf(groups, personId, after),
  each: (groupId, { personId }) => ({ type: 'FollowRules', data: { groupId, personId } }),
};
