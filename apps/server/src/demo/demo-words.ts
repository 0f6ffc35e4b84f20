import type { Vault } from '@tocsin/platform/vault/vault.js';

/** Where the password of all demo people lies in the vault, in clear: it is said at each start. */
export const demoPasswordRef = 'demo-password';

/** What the terminal says of a demo: how to get in. */
export const demoGreeting = (vault: Pick<Vault, 'secret'>): readonly string[] => {
  const password = vault.secret(demoPasswordRef);
  return [
    'This is a demo: no one is paged from it, and new signals are not processed.',
    ...(password === null
      ? []
      : [`Sign in as ines@larkfield.example (owner), jonas@… (admin) or mira@… (responder) with the password ${password}`]),
  ];
};
