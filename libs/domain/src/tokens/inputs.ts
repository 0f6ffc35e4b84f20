import type { TokenFact } from '@tocsin/contracts/tokens.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { TokenCommand } from './commands.js';

const same = sameFor<TokenCommand>();

export const inputs: InputsOf<TokenFact, TokenCommand> = {
  PersonalTokenIssued: ({ personId: _whoAsked, ...data }) => ({ type: 'IssuePersonalToken', data }),
  ServiceTokenIssued: same('IssueServiceToken'),
  TokenRevoked: ({ tokenId }) => ({ type: 'RevokeToken', data: { tokenId } }),
};
