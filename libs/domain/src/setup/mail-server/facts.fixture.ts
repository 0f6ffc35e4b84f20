import type { MailServerFact } from '@tocsin/contracts/mail-server/noun.js';

export const mailServerConfigured: Extract<MailServerFact, { type: 'MailServerConfigured' }> = {
  type: 'MailServerConfigured',
  data: { host: 'mail.example.org', port: 587, security: 'starttls', from: 'Tocsin <tocsin@example.org>', loginRef: 'mail-login:1' },
};
export const mailServerRemoved: MailServerFact = { type: 'MailServerRemoved', data: {} };
