import type { ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';
import { TelegramSteps } from './telegram-steps.js';

export const telegram: ConnectionWords = {
  notSetUp: 'Not set up yet: no one is paged in Telegram. It needs no public address, and costs nothing.',
  fields: [
    { name: 'botName', label: 'Username', placeholder: 'acme_tocsin_bot', hint: 'What BotFather asked for second; it ends in “bot”.' },
    {
      name: 'botToken',
      label: 'Token',
      isSecret: true,
      hint: '“Use this token to access the HTTP API”. Kept encrypted, and never shown again.',
    },
    {
      name: 'baseUrl',
      label: 'API address',
      initial: 'https://api.telegram.org',
      hint: 'For a Bot API server of your own: its address.',
    },
    ...paceFields(),
  ],
  test: {
    placeholder: 'Your Telegram ID, or nothing',
    button: 'Test',
    incomplete: 'Fill in the fields above first.',
    done: '✓ Telegram knows the bot. Who opens its chat and presses Start can be linked once it is saved.',
  },
  Steps: TelegramSteps,
};
