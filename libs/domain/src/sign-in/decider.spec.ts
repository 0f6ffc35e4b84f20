import { given } from '@tocsin/kernel/given.js';
import { byAdmin, byBo, readsAfter } from '../configuration.fixture.js';
import { signInDecider } from './decider.js';
import { signInConfigured } from './facts.fixture.js';

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
    const none = { ...command, data: { ...command.data, ownerHasPassword: false } };
    expect(given(signInDecider).when(none, admin).refusal()).toBe('sign_in.no_owner_password');
  });

  it('does not take passwords away where there is nothing else', () => {
    const none = { ...command, data: { ...command.data, openId: null } };
    expect(given(signInDecider).when(none, admin).refusal()).toBe('sign_in.no_provider');
  });
});
