import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ProcessCommand, Process } from '@tocsin/kernel/react/process.js';
import type { EndTokensOf } from './commands.js';

const end = (personId: string, because: EndTokensOf['data']['because']) => [
  { type: 'EndTokensOf', data: { personId, because }, inParts: true } satisfies EndTokensOf & ProcessCommand,
];

/**
 * The tokens of who is disabled are refused at once, and end for good: being enabled again brings none of them back. Those of who is made an
 * owner end too: whoever was in the account before may have one, and would act in an owner’s name.
 */
export const tokensOfWhoLeavesProcess: Process<RecordedFact> = {
  name: 'tokens-of-who-leaves',
  on: {
    PersonDisabled: { then: ({ data: { personId } }) => end(personId, 'person_disabled') },
    PersonRoleChanged: { then: ({ data: { personId, accessEnded } }) => (accessEnded ? end(personId, 'made_owner') : []) },
  },
};
