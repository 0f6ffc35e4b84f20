import type { SignInFact } from '@tocsin/contracts/sign-in/noun.js';

export const signInConfigured: SignInFact = {
  type: 'SignInConfigured',
  data: {
    openId: {
      issuer: 'https://id.example.org',
      clientId: 'tocsin',
      clientSecretRef: 'openid-secret/1',
      label: 'Harbour ID',
      domains: ['example.org'],
      createsPeople: false,
    },
    onlyOpenId: true,
  },
};
export const providerConfirmed: SignInFact = {
  type: 'IdentityProviderConfirmed',
  data: { issuer: 'https://id.example.org', clientId: 'tocsin' },
};
