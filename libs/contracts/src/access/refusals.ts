import type { Refusals } from '../refusal.js';

export const refusals = {
  'password.wrong': [409, 'The password is wrong.', 'Try again, or ask an admin for a link to choose a new one.'],
  'password.none': [409, 'You have no password: you sign in with the identity provider.', 'Ask an admin for a link to choose one.'],
  'reset.invalid': [404, 'This link is unknown, used or expired.', 'Request a new link on the sign-in screen, or ask an admin.'],
  'two_factor.wrong_code': [409, 'The code is wrong, or was used already.', 'Wait for the next one in your app, or use a recovery code.'],
  'two_factor.on_already': [409, 'Two-factor sign-in is on already.', 'Turn it off first to use another app.'],
  'two_factor.off': [409, 'Two-factor sign-in is off.', 'Turn it on first.'],
  'two_factor.not_begun': [409, 'There is no secret to confirm.', 'Start over; nothing was changed.'],
} as const satisfies Refusals;
