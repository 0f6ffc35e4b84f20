import { z } from 'zod';
import { command, event, type Messages } from '../message.js';
import type { Examples } from '../examples.js';

export { refusals } from './refusals.js';

const issuer = z.url({ protocol: /^https?$/ }).max(500);
const clientId = z.string().trim().min(1).max(300);
const label = z.string().trim().min(1).max(40);
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'A domain such as example.org.');

const openId = z.strictObject({
  issuer,
  clientId,
  label,
  /** E-mail domains; empty: any. */
  domains: z.array(domain).max(50),
  /** Whether uninvited people become members. */
  createsPeople: z.boolean(),
});

/** Facts of the stream `signIn`. */
export const events = {
  SignInConfigured: event(
    1,
    ['settings', 'Sign-in configured'],
    'The sign-in settings were changed: the identity provider, and whether passwords are for owners only.',
    z.object({
      openId: openId.extend({ clientSecretRef: z.string() }).nullable(),
      /** Only owners can use passwords. */
      onlyOpenId: z.boolean(),
    }),
  ),
  IdentityProviderConfirmed: event(
    1,
    ['settings', 'Identity provider confirmed'],
    'An owner confirmed an identity provider that an admin had set: owners can sign in with it, too.',
    z.object({ issuer, clientId }),
  ),
};
export type SignInFact = Messages<typeof events>;

export const commands = {
  ConfigureSignIn: command(
    'Set how people sign in',
    'sign_in.configure',
    z.strictObject({
      /** `clientSecret`: the one before stays when it is left out. */
      openId: openId.extend({ clientSecret: z.string().trim().min(1).max(1_000).optional() }).nullable(),
      onlyOpenId: z.boolean(),
    }),
  ),
  ConfirmIdentityProvider: command(
    'Let owners sign in with the identity provider',
    'owner.configure',
    z.strictObject({
      /** The values that were read, so that a provider set in the meantime is not confirmed. */
      issuer,
      clientId,
    }),
  ),
};

export const examples: Examples<typeof commands> = {
  ConfigureSignIn: { body: { openId: null, onlyOpenId: false } },
  ConfirmIdentityProvider: { body: { issuer: 'https://id.example.org', clientId: 'tocsin' }, refusedAs: 'sign_in.no_provider' },
};

/** In memory only: one row. */
export const signInRow = z.object({
  openId: openId.extend({ clientSecretRef: z.string() }).nullable(),
  onlyOpenId: z.boolean(),
  /** Set or confirmed by an owner: owners can sign in with it, too. */
  forOwners: z.boolean(),
});
export type SignInRow = z.infer<typeof signInRow>;

/** `GET /api/sign-in`, open to all: which ways in the screen offers. */
export const signInShown = z.object({ openId: z.object({ label: z.string() }).nullable(), onlyOpenId: z.boolean(), mail: z.boolean() });
export type SignInShown = z.infer<typeof signInShown>;

/** `GET /api/settings/sign-in`: without the secret. */
export const signInSettings = z.object({
  openId: openId.nullable(),
  onlyOpenId: z.boolean(),
  /** Whether the provider opens the accounts of owners: an owner set it, or confirmed it. */
  forOwners: z.boolean(),
  /** Redirect URI to register at the identity provider. */
  callback: z.string(),
});
export type SignInSettings = z.infer<typeof signInSettings>;
