import { reference, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { LargeWorld } from '@tocsin/testing/largest/large-world.js';

const mailServer = {
  host: 'm'.repeat(253),
  port: 65_535,
  security: 'starttls',
  from: `${'漢'.repeat(180)} <t@example.org>`,
  loginRef: reference(),
} as const;
const withMailServer = (): LargeWorld => peopleWorld().has('mailServer', { type: 'MailServerConfigured', data: mailServer });

export const largest: LargestCases = {
  ConfigureMailServer: () => ({ large: withMailServer(), data: { ...mailServer, port: 1, keepsLogin: true } }),
  RemoveMailServer: () => ({ large: withMailServer(), data: {} }),
};
