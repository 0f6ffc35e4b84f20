import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as signInCommands, SignInFact, SignInRow } from '@tocsin/contracts/sign-in/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, isOwner, hasOrganisationPermission } from '../../rules/permissions.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { isSameProvider, passwordsForAll, signInFold, signInKey } from './views.js';

/**
 * The server has put the client’s secret into the vault, and has checked whether an owner can still sign in when the
 * provider is down.
 */
export interface ConfigureSignIn {
  readonly type: 'ConfigureSignIn';
  readonly data: FactOf<'SignInConfigured'> & { readonly ownerHasPassword: boolean };
}

export type SignInCommand = ConfigureSignIn | Extract<Messages<typeof signInCommands>, { type: 'ConfirmIdentityProvider' }>;

type Settings = FactOf<'SignInConfigured'>;
const isSame = (a: Settings, b: Settings): boolean => JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));
const toComparable = ({ openId, onlyOpenId }: Settings): unknown => [openId && Object.entries(openId).toSorted(), onlyOpenId];

/** Decider of the sign-in methods: the stream `signIn`. */
export const signInDecider: Decider<SignInRow, SignInCommand, SignInFact, ConfigurationReads> = {
  category: 'signIn',
  isSingle: true,
  initial: passwordsForAll,
  streamId: { ConfigureSignIn: () => signInKey, ConfirmIdentityProvider: () => signInKey },
  decide: {
    ConfigureSignIn: ({ ownerHasPassword, openId, onlyOpenId }, state, context) => {
      if (!hasOrganisationPermission(context, 'sign_in.configure')) return refusePermission('an owner or an admin');
      if (onlyOpenId && !openId) return refuse('sign_in.no_provider', {}, 'onlyOpenId');
      if (onlyOpenId && !ownerHasPassword) return refuse('sign_in.no_owner_password', {}, 'onlyOpenId');
      const data = { openId, onlyOpenId };
      return isSame(data, state) ? new Nothing() : [{ type: 'SignInConfigured', data }];
    },
    ConfirmIdentityProvider: (provider, { openId, forOwners }, context) => {
      if (!isOwner(context)) return refusePermission('an owner');
      if (!openId) return refuse('sign_in.no_provider');
      if (!isSameProvider(provider, openId)) return refuse('conflict.revision', { name: openId.label });
      return forOwners ? new Nothing() : [{ type: 'IdentityProviderConfirmed', data: provider }];
    },
  },
  evolve: evolveOf<SignInRow, SignInRow, SignInFact>(
    signInFold,
    (row) => row,
    (before, _id, row) => row ?? before,
  ),
};

const sameInput = sameFor<SignInCommand>();

export const inputs: InputsOf<SignInFact, SignInCommand> = {
  SignInConfigured: (data) => ({ type: 'ConfigureSignIn', data: { ...data, ownerHasPassword: true } }),
  IdentityProviderConfirmed: sameInput('ConfirmIdentityProvider'),
};
