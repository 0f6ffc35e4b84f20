import type { ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';

export const pushover: ConnectionWords = {
  notSetUp:
    'Not set up yet: no one is paged by Pushover. It needs no public address. An application is free up to 10,000 messages a month; each person buys the app once.',
  fields: [
    {
      name: 'apiToken',
      label: 'API Token/Key',
      isSecret: true,
      hint: 'On pushover.net: “Create an Application/API Token”. Kept encrypted, and never shown again.',
    },
    { name: 'baseUrl', label: 'API address', initial: 'https://api.pushover.net' },
    ...paceFields(),
  ],
  test: { placeholder: 'Your user key', button: 'Send test message', incomplete: 'Fill in the fields above and a user key first.' },
};
