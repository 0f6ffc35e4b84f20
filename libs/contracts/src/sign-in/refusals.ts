import type { Refusals } from '../refusal.js';

export const refusals = {
  'sign_in.no_provider': [422, 'No identity provider is set up.', 'Set one up, or let people sign in with a password.'],
  'sign_in.no_owner_password': [
    422,
    'No owner has a password: no one could sign in while the identity provider is down.',
    'Give an owner a password first.',
  ],
  'sign_in.secret_missing': [422, 'The client secret is missing.', 'Copy it from your identity provider.'],
  'sign_in.provider_silent': [422, 'No identity provider answered at this address.', 'Check the address of the issuer.'],
  'openid.off': [409, 'No identity provider is set up.', 'Sign in with a password.'],
  'openid.unreachable': [
    503,
    'The identity provider did not answer correctly.',
    'Try again in a moment; owners can sign in with a password.',
  ],
  'openid.refused': [401, 'The identity provider refused the sign-in.', 'Try again, or ask your admin.'],
  'openid.round_over': [401, 'This sign-in was started in another browser, or it expired.', 'Start over.'],
  'openid.email_not_verified': [403, 'The identity provider has not verified your e-mail address.', 'Verify it there, then try again.'],
  'openid.domain': [403, 'People with an e-mail address of this domain can’t sign in here.', 'Ask an owner or admin.'],
  'openid.not_invited': [403, 'You have not been invited yet.', 'Ask an owner or admin for an invitation.'],
  'openid.owner_unconfirmed': [
    403,
    'No owner has confirmed this identity provider, so owners can’t sign in with it.',
    'Sign in with your password, then confirm it in the sign-in settings, or ask another owner to.',
  ],
  'openid.other_account': [
    409,
    'Your e-mail address belongs to someone with another account at the identity provider.',
    'Ask an admin to unlink the older one.',
  ],
} as const satisfies Refusals;
