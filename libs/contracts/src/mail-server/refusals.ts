import type { Refusals } from '../refusal.js';

export const refusals = {
  'mail_server.password_missing': [
    422,
    'The password of the mail server is missing.',
    'Enter it. The stored one belongs to the server, security and user name that it was entered with.',
  ],
  'mail_server.not_set_up': [409, 'Mail is not set up yet.', 'Set up a mail server in Settings › Mail.'],
} as const satisfies Refusals;
