import type { SignInFact } from '@tocsin/contracts/sign-in.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { SignInCommand } from './decider.js';

const same = sameFor<SignInCommand>();

export const inputs: InputsOf<SignInFact, SignInCommand> = {
  SignInConfigured: (data) => ({ type: 'ConfigureSignIn', data: { ...data, ownerHasPassword: true } }),
  IdentityProviderConfirmed: same('ConfirmIdentityProvider'),
};
