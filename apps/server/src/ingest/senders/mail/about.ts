import type { Sender } from '../sender.js';
import { mailAlert } from './format.js';

export const mail: Sender = {
  id: 'mail',
  name: 'E-mail',
  about: 'Anything that can send a mail',
  format: mailAlert,
  steps: [
    { says: 'Send the mails of the monitoring system to this address.', snippet: '{key}@{host}\n' },
    {
      says: 'The operator of Tocsin sets TOCSIN_MAIL_PORT, and lets mails to {host} arrive at that port: by an MX record, or a transport of your mail server.',
      snippet: '{host}  smtp:[{host}]:2525\n',
    },
    {
      says: 'The subject without its state is the alert. It is resolved by a subject such as “RESOLVED: Disk full”, “[OK] Disk full”, “** RECOVERY Service Alert: web-1/disk is OK **” or “Monitor is UP: web-1”.',
      snippet: null,
    },
    { says: 'Programs that read mails, such as an inbound parser, post them as JSON.', snippet: '{address}\n' },
  ],
  test: 'Send a mail to the address.',
  resolves: 'The same subject with a state such as RESOLVED, OK, RECOVERY or UP resolves.',
  traps: [
    'A subject that changes with each mail, as one with a time in it, is a new alert each time.',
    'Automatic replies and mails that went in a circle are refused.',
  ],
  snippet: null,
  example: () => ({ from: 'monitoring@example.org', subject: 'PROBLEM: Trying Tocsin out', text: 'The disk of web-1 is full.' }),
};
