import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { SignInFact, SignInRow } from '@tocsin/contracts/sign-in.js';
import type { Decider } from '@tocsin/kernel/decider.js';
import { Nothing } from '@tocsin/kernel/refused.js';
import { denied, mayEverywhere } from '../permissions.js';
import type { ConfigurationReads } from '../reads.js';
import { refuse } from '../refuse.js';
import { evolveOf } from '../row-fold.js';
import { passwordsForAll, signInFold, signInKey } from './views.js';

/** The server has put the client’s secret into the vault, and has looked whether an owner still gets in when the provider is down. */
export interface ConfigureSignIn {
  readonly type: 'ConfigureSignIn';
  readonly data: FactOf<'SignInConfigured'> & { readonly ownerHasPassword: boolean };
}

const isSame = (a: SignInRow, b: SignInRow): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = ({ openId, onlyOpenId }: SignInRow): unknown => [openId && Object.entries(openId).toSorted(), onlyOpenId];

/** How people sign in: the stream `signIn`. */
export const signInDecider: Decider<SignInRow, ConfigureSignIn, SignInFact, ConfigurationReads> = {
  category: 'signIn',
  single: true,
  initial: passwordsForAll,
  streamId: { ConfigureSignIn: () => signInKey },
  decide: {
    ConfigureSignIn: ({ ownerHasPassword, openId, onlyOpenId }, state, context) => {
      if (!mayEverywhere(context, 'sign_in.configure')) return denied('an owner or an admin');
      if (onlyOpenId && !openId) return refuse('sign_in.no_provider', {}, 'onlyOpenId');
      if (onlyOpenId && !ownerHasPassword) return refuse('sign_in.no_owner_password', {}, 'onlyOpenId');
      const data = { openId, onlyOpenId };
      return isSame(data, state) ? new Nothing() : [{ type: 'SignInConfigured', data }];
    },
  },
  evolve: evolveOf<SignInRow, SignInRow, SignInFact>(
    signInFold,
    (row) => row,
    (before, _id, row) => row ?? before,
  ),
};
