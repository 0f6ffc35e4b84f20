import type { ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';

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
  steps: [
    'In Telegram, write to @BotFather: /newbot. Each Tocsin needs a bot of its own: two would take each other’s presses.',
    'Answer with a name, such as Tocsin, and a username that ends in “bot”.',
    'BotFather answers with the token to access the HTTP API.',
    'Enter both below, test, and save. Then each person adds Telegram to their contact methods and presses Start in the bot’s chat.',
  ],
};
