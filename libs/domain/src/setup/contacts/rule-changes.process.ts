import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ProcessCommand, Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../../operation/alert-groups/commands.js';
import type { TellPagingGroups } from './commands.js';

const tellPagingGroups = (personId: string, after: string | null): TellPagingGroups => ({
  type: 'TellPagingGroups',
  data: { personId, after },
});
const reactToChange = {
  then: ({ data }: { readonly data: { readonly personId: string } }): readonly ProcessCommand[] => [tellPagingGroups(data.personId, null)],
};

/** Adapts active pages to changed contact settings: a removed rule is not used, and an added one is. */
export const ruleChangesProcess: Process<RecordedFact> = {
  name: 'following',
  on: {
    ContactMethodVerified: reactToChange,
    ContactMethodDisabled: reactToChange,
    ContactMethodSwitchedOff: reactToChange,
    ContactMethodSwitchedOn: reactToChange,
    PushSubscriptionRenewed: reactToChange,
    ContactMethodRemoved: reactToChange,
    NotificationRuleAdded: reactToChange,
    NotificationRuleChanged: reactToChange,
    NotificationRuleRemoved: reactToChange,
    ContactsChangedWhilePaged: {
      then: ({ data: { personId, groups, more } }): readonly ProcessCommand[] => [
        ...groups.map((groupId): InternalCommand => ({ type: 'FollowRules', data: { groupId, personId } })),
        ...(more === null ? [] : [tellPagingGroups(personId, more)]),
      ],
    },
  },
};
