import type { SignInFact, SignInRow } from '@tocsin/contracts/sign-in/noun.js';
import type { ConfigurationReads } from '../../reads.js';
import { isOwner } from '../../rules/permissions.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

export const signInKey = 'signIn';

export const passwordsForAll: SignInRow = { openId: null, onlyOpenId: false, forOwners: false };

type Provider = Pick<NonNullable<SignInRow['openId']>, 'issuer' | 'clientId'>;

/** Whether issuer and client are the same: the other settings are labels, or narrow who is let in. */
export const isSameProvider = (a: Provider | null, b: Provider | null): boolean =>
  a !== null && b !== null && a.issuer === b.issuer && a.clientId === b.clientId;

export const signInFold: RowFold<SignInRow, SignInFact> = {
  id: () => signInKey,
  steps: {
    SignInConfigured: (row, data, { actor }) => ({
      ...data,
      // an owner who only changed a label has not checked a provider that an admin had set
      forOwners: isSameProvider(row?.openId ?? null, data.openId) ? (row?.forOwners ?? false) : data.openId !== null && isOwner({ actor }),
    }),
    IdentityProviderConfirmed: changeExisting((row) => ({ ...row, forOwners: true })),
  },
};

export const signInView = viewOf('signIn', signInFold);

export const signInOf = (reads: Pick<ConfigurationReads, 'signIn'>): SignInRow => reads.signIn.get(signInKey) ?? passwordsForAll;
