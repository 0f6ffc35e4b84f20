import type { Vault } from '@tocsin/platform/vault/vault.js';

/** Reference of the demo people’s password in the vault, in clear, because it is printed at each start. */
export const demoPasswordRef = 'demo-password';

/** The terminal’s text for a demo: how to sign in. */
export const demoGreeting = (vault: Pick<Vault, 'secret'>): readonly string[] => {
  const password = vault.secret(demoPasswordRef);
  return [
    'This is a demo: it goes on while it runs, its pages are simulated, and nothing is sent.',
    ...(password === null
      ? []
      : [`Sign in as ines@larkfield.example (owner), jonas@… (admin) or mira@… (responder) with the password ${password}`]),
  ];
};
