import type { SignInFact, SignInRow } from '@tocsin/contracts/sign-in.js';
import type { ConfigurationReads } from '../reads.js';
import { viewOf, type RowFold } from '../row-fold.js';

export const signInKey = 'signIn';

export const passwordsForAll: SignInRow = { openId: null, onlyOpenId: false };

export const signInFold: RowFold<SignInRow, SignInFact> = {
  id: () => signInKey,
  steps: { SignInConfigured: (_row, data) => data },
};

export const signInView = viewOf('signIn', signInFold);

export const signInOf = (reads: Pick<ConfigurationReads, 'signIn'>): SignInRow => reads.signIn.get(signInKey) ?? passwordsForAll;
