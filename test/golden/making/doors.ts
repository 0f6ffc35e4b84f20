import type { SecondStepAnswer } from '@tocsin/contracts/access/noun.js';
import { signInThroughProvider } from '@tocsin/testing/browser/provider-sign-in.js';
import { turnOnAuthenticator, clientOfProvider, type Cast } from './cast.js';

const password = 'correct horse battery';

/** Tokens of people and of programs. */
export const issueTokens = async ({ stage }: Cast): Promise<void> => {
  const { api } = stage.ana;
  await api.prove();
  await api.run('IssuePersonalToken', { name: 'My script', scopes: ['read'], days: 30 });
  await api.run('IssueServiceToken', { name: 'Robot', scopes: ['read'], teamId: stage.setUpAnswer.teamId });
  const { says } = await api.run('IssueServiceToken', { name: 'Old robot', scopes: ['read'], teamId: null });
  await api.run('RevokeToken', { tokenId: String(says['tokenId']) });
};

/** A new password by a mailed link, and a second factor with recovery codes; at the end Ivy has no second factor again. */
export const changePasswords = async (cast: Cast): Promise<void> => {
  const { stage, mailbox } = cast;
  const { personId } = await stage.tocsin.join(stage.ana.api, 'Ivy');
  await stage.ana.api.prove();
  mailbox.refuse('recipient', 550, '5.1.1 nobody is called that');
  await stage.ana.api.run('MakePasswordResetLink', { personId });
  await stage.settle();
  mailbox.recover();
  const { says } = await stage.ana.api.run('MakePasswordResetLink', { personId });
  await stage.settle();
  const link = new RegExp('/reset/([\\w-]+)').exec(`${JSON.stringify(says)} ${mailbox.messages.at(-1)!.text!}`);
  const resetAnswer = await stage.tocsin.anonymous.request('POST', `/api/password-resets/${link![1]}`, { password });
  if (resetAnswer.status > 299) throw new Error(`the new password was answered ${resetAnswer.status}`);
  await stage.settle();

  const api = await stage.tocsin.signIn('Ivy');
  const code = await turnOnAuthenticator(cast, api);
  await api.run('TurnOnTwoFactor', { personId, code: await code() });
  const { says: codes } = await api.run('MakeRecoveryCodes', { personId, code: await code() });
  const { body } = await stage.tocsin.anonymous.request<SecondStepAnswer>('POST', '/api/session', { email: 'ivy@example.org', password });
  const recovery = (codes['recoveryCodes'] as readonly string[])[0]!;
  await stage.tocsin.anonymous.request('POST', '/api/session/second-step', { challenge: body.challenge, code: recovery });
  await stage.settle();
  await api.run('TurnOffTwoFactor', { personId, code: await code() });
};

/** An identity provider that an admin set up and an owner confirmed; at the end people sign in by password only. */
export const connectIdentityProvider = async ({ stage, provider, cleo }: Cast): Promise<void> => {
  const admin = await stage.tocsin.join(stage.ana.api, 'Hal', 'admin');
  const { issuer } = provider;
  const openId = { issuer, clientId: clientOfProvider.id, label: 'Work', domains: [], createsPeople: false };
  await admin.run('ConfigureSignIn', { openId: { ...openId, clientSecret: clientOfProvider.secret }, onlyOpenId: false });
  await stage.ana.api.prove();
  await stage.ana.api.run('ConfirmIdentityProvider', { issuer, clientId: clientOfProvider.id });
  await stage.settle();
  provider.addPeople({ sub: 'cleo-at-work', email: 'cleo@example.org', email_verified: true });
  await signInThroughProvider(stage.tocsin, 'cleo-at-work');
  await stage.ana.api.run('UnlinkOpenId', { personId: cleo.personId });
  await stage.ana.api.run('ConfigureSignIn', { openId: null, onlyOpenId: false });
};
