import type { TokenFact, TokenRow } from '@tocsin/contracts/tokens.js';
import { changing, viewOf, type RowFold } from '../row-fold.js';

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
    TokenRevoked: changing((row, { because }, { at, actor }) => ({ ...row, revoked: { at, by: actor.id, because } })),
  },
};

export const tokensView = viewOf('tokens', tokenFold, {
  columns: { kind: (row) => row.kind, personId: (row) => row.personId, teamId: (row) => row.teamId, tokenHash: (row) => row.tokenHash },
});

/** Not revoked and not over. */
export const isLive = (row: TokenRow, now: string): boolean => row.revoked === null && row.expiresAt > now;
