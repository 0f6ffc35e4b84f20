import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ProcessCommand, Process } from '@tocsin/kernel/react/process.js';
import type { EndTokensOf } from './commands.js';

const end = (personId: string, because: EndTokensOf['data']['because']) => [
  { type: 'EndTokensOf', data: { personId, because }, inParts: true } satisfies EndTokensOf & ProcessCommand,
];

/**
 * The tokens of a disabled person are refused at once and revoked permanently: enabling the person again does not
 * restore them. When a person becomes an owner their tokens end too: someone who used the account before may have one,
 * and could act as the owner.
 */
export const tokenDepartureProcess: Process<RecordedFact> = {
  name: 'tokens-of-who-leaves',
  on: {
    PersonDisabled: { then: ({ data: { personId } }) => end(personId, 'person_disabled') },
    PersonRoleChanged: { then: ({ data: { personId, accessEnded } }) => (accessEnded ? end(personId, 'made_owner') : []) },
  },
};
