import type { TokenFact } from '@tocsin/contracts/tokens/noun.js';
import { ana, bo, idOf } from '../../configuration.fixture.js';

export const anasTokenId = idOf('70a');
export const bosTokenId = idOf('70b');
export const robotId = idOf('70c');
const expiresAt = '2027-02-18T09:00:00.000Z';

export const anasToken: TokenFact = {
  type: 'PersonalTokenIssued',
  data: { tokenId: anasTokenId, personId: ana, name: 'Laptop', scopes: ['read'], tokenHash: 'hash-ana', expiresAt },
};
export const bosToken: TokenFact = {
  type: 'PersonalTokenIssued',
  data: { tokenId: bosTokenId, personId: bo, name: 'Script', scopes: ['read', 'page'], tokenHash: 'hash-bo', expiresAt },
};
export const robotIssued: TokenFact = {
  type: 'ServiceTokenIssued',
  data: { tokenId: robotId, teamId: null, name: 'Deploy robot', scopes: ['alert_groups.act'], tokenHash: 'hash-robot', expiresAt },
};
export const anasTokenRevoked: TokenFact = { type: 'TokenRevoked', data: { tokenId: anasTokenId, because: 'revoked' } };
