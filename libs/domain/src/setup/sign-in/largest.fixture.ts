import type { Fact } from '@tocsin/contracts/catalogue.js';
import { personJoined } from '@tocsin/testing/largest/facts.js';
import { reference, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { actorWithRole, LargeWorld, many, person } from '@tocsin/testing/largest/large-world.js';

const issuer = `https://${'漢'.repeat(480)}.org`;
const openId = {
  issuer,
  clientId: '漢'.repeat(300),
  label: '漢'.repeat(40),
  domains: many(50, (n) => `${`${n}`.padEnd(60, 'd')}.org`),
  createsPeople: true,
  clientSecretRef: reference(),
};

export const largest: LargestCases = {
  ConfigureSignIn: () => ({ large: peopleWorld(), data: { openId, onlyOpenId: true, ownerHasPassword: true } }),
  ConfirmIdentityProvider: () => {
    const configured: Fact = { type: 'SignInConfigured', data: { openId, onlyOpenId: false } };
    const byAdmin = new LargeWorld().has('people-directory', personJoined(0, 'owner'));
    byAdmin.world.record('signIn', [configured], actorWithRole(person(1), 'admin'));
    return { large: byAdmin, data: { issuer, clientId: openId.clientId } };
  },
};
