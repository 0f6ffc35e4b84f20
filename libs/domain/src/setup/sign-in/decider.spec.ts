import type { Actor } from '@tocsin/contracts/envelope.js';
import type { SignInFact } from '@tocsin/contracts/sign-in/noun.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, byOwner, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { signInDecider } from './decider.js';
import { providerConfirmed, signInConfigured } from './facts.fixture.js';
import { signInKey, signInView } from './views.js';

const admin = { actor: byAdmin, reads: readsAfter() };
const command = { type: 'ConfigureSignIn', data: { ...signInConfigured.data, ownerHasPassword: true } };

describe('setting how people sign in', () => {
  it('records it, and nothing when it is so already', () => {
    expect(given(signInDecider).when(command, admin).facts()).toEqual([signInConfigured]);
    expect(given(signInDecider, [signInConfigured]).when(command, admin).nothing()).toBe(true);
  });

  it('is for owners and admins', () => {
    expect(
      given(signInDecider)
        .when(command, { ...admin, actor: byBo })
        .refusal(),
    ).toBe('permission.denied');
  });

  it('leaves an owner a way in when the identity provider is down', () => {
    const withoutPassword = { ...command, data: { ...command.data, ownerHasPassword: false } };
    expect(given(signInDecider).when(withoutPassword, admin).refusal()).toBe('sign_in.no_owner_password');
  });

  it('does not take passwords away where there is nothing else', () => {
    const withoutOpenId = { ...command, data: { ...command.data, openId: null } };
    expect(given(signInDecider).when(withoutOpenId, admin).refusal()).toBe('sign_in.no_provider');
  });
});

type OpenId = object & Extract<SignInFact, { type: 'SignInConfigured' }>['data']['openId'];
const set = (more: Partial<NonNullable<OpenId>> = {}, onlyOpenId = true): SignInFact =>
  ({
    type: 'SignInConfigured',
    data: { openId: { ...(signInConfigured.data as { openId: object }).openId, ...more }, onlyOpenId },
  }) as SignInFact;
/** Whether owners can sign in by the provider, after these facts with their actors. */
const forOwners = (...recordings: readonly (readonly [SignInFact, Actor])[]): boolean | undefined =>
  foldRows(
    signInView,
    recordings.flatMap(([fact, actor]) => recordedFacts([fact], actor)),
  ).get(signInKey)?.forOwners;

describe('an identity provider opens the accounts of owners', () => {
  it('when an owner set it, and not when an admin did', () => {
    expect([forOwners([set(), byOwner]), forOwners([set(), byAdmin])]).toEqual([true, false]);
  });

  it('no more when an admin asks another one, or as another client', () => {
    expect(forOwners([set(), byOwner], [set({ issuer: 'https://evil.example.org' }), byAdmin])).toBe(false);
    expect(forOwners([set(), byOwner], [set({ clientId: 'my-own' }), byAdmin])).toBe(false);
    // nor when the former provider is restored
    expect(forOwners([set(), byOwner], [set({ clientId: 'my-own' }), byAdmin], [set(), byAdmin])).toBe(false);
    expect(forOwners([set(), byOwner], [{ type: 'SignInConfigured', data: { openId: null, onlyOpenId: false } }, byOwner])).toBe(false);
  });

  it('still when an admin changes its name, its secret or whom it lets in', () => {
    const changedFact = set({ label: 'ID', clientSecretRef: 'openid-secret/2', domains: [], createsPeople: true }, false);
    expect(forOwners([set(), byOwner], [changedFact, byAdmin])).toBe(true);
  });

  it('not because an owner saved another part of what an admin set, but when one confirms it', () => {
    expect(forOwners([set(), byAdmin], [set({ label: 'ID' }), byOwner])).toBe(false);
    expect(forOwners([set(), byAdmin], [providerConfirmed, byOwner])).toBe(true);
  });
});

describe('confirming the identity provider', () => {
  const confirm = { type: 'ConfirmIdentityProvider', data: providerConfirmed.data };
  const owner = { actor: byOwner, reads: readsAfter() };
  const byAnAdmin = given(signInDecider, [{ ...signInConfigured, actor: byAdmin }]);

  it('is for owners, once', () => {
    expect(byAnAdmin.when(confirm, owner).facts()).toEqual([providerConfirmed]);
    expect(byAnAdmin.when(confirm, admin).refusal()).toBe('permission.denied');
    expect(given(signInDecider, [signInConfigured, providerConfirmed]).when(confirm, owner).nothing()).toBe(true);
  });

  it('is of the one that was read, not of one that somebody set meanwhile', () => {
    const other = { ...confirm, data: { ...confirm.data, issuer: 'https://evil.example.org' } };
    expect(byAnAdmin.when(other, owner).refusal()).toBe('conflict.revision');
    expect(given(signInDecider).when(confirm, owner).refusal()).toBe('sign_in.no_provider');
  });
});
