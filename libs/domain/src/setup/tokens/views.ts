import type { TokenFact, TokenRow } from '@tocsin/contracts/tokens/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

export const tokenFold: RowFold<TokenRow, TokenFact> = {
  id: ({ tokenId }) => tokenId,
  steps: {
    PersonalTokenIssued: (_row, { tokenId, ...rest }, { at, actor }) => ({
      id: tokenId,
      kind: 'personal',
      teamId: null,
      ...rest,
      issuedAt: at,
      issuedBy: actor.id,
      revoked: null,
    }),
    ServiceTokenIssued: (_row, { tokenId, ...rest }, { at, actor }) => ({
      id: tokenId,
      kind: 'service',
      personId: null,
      ...rest,
      issuedAt: at,
      issuedBy: actor.id,
      revoked: null,
    }),
    // a disabled person’s names for their own tokens are removed; an earlier end stays recorded
    TokenRevoked: changeExisting((row, { because }, { at, actor }) => ({
      ...row,
      name: because === 'person_disabled' ? '' : row.name,
      revoked: row.revoked ?? { at, by: actor.id, because },
    })),
  },
};

export const tokensView = viewOf('tokens', tokenFold, {
  columns: { kind: (row) => row.kind, personId: (row) => row.personId, teamId: (row) => row.teamId, tokenHash: (row) => row.tokenHash },
  hasHistory: false,
});
