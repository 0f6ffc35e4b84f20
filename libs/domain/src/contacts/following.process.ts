import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ProcessCommand, Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../alert-groups/commands.js';
import type { TellPagingGroups } from './commands.js';

const tell = (personId: string, after: string | null): TellPagingGroups => ({ type: 'TellPagingGroups', data: { personId, after } });
const changed = {
  then: ({ data }: { readonly data: { readonly personId: string } }): readonly ProcessCommand[] => [tell(data.personId, null)],
};

/** Adapts active pages to changed contact settings: a removed rule is not used, and an added one is. */
export const followingProcess: Process<RecordedFact> = {
  name: 'following',
  on: {
    ContactMethodVerified: changed,
    ContactMethodDisabled: changed,
    ContactMethodSwitchedOff: changed,
    ContactMethodSwitchedOn: changed,
    PushSubscriptionRenewed: changed,
    ContactMethodRemoved: changed,
    NotificationRuleAdded: changed,
    NotificationRuleChanged: changed,
    NotificationRuleRemoved: changed,
    ContactsChangedWhilePaged: {
      then: ({ data: { personId, groups, more } }): readonly ProcessCommand[] => [
        ...groups.map((groupId): InternalCommand => ({ type: 'FollowRules', data: { groupId, personId } })),
        ...(more === null ? [] : [tell(personId, more)]),
      ],
    },
  },
};
