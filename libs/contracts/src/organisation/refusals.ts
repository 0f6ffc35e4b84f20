import type { Refusals } from '../refusal.js';

export const refusals = {
  'setup.done': [409, 'This installation is set up already.', 'Sign in.'],
  'setup.code_required': [403, 'Set-up from another machine needs the code printed in the terminal.', 'Enter the code.'],
  'setup.no_sender': [
    422,
    'The mail server is set by an IP address, and so is the public address: mails would have a sender that other mail servers refuse.',
    'Set TOCSIN_MAIL_FROM, for example to Tocsin <tocsin@example.org>, or use a public address with a host name.',
  ],
  'organisation.not_set_up': [409, 'This installation is not set up yet.', 'Open /setup.'],
} as const satisfies Refusals;
