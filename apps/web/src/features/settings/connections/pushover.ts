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
  steps: [
    'On pushover.net, signed in with an account of your organisation: “Create an Application/API Token”, with a name such as Tocsin.',
    'The application’s page shows its API Token/Key.',
    'Enter it below, send a test to your own user key, and save. Then each person adds Pushover to their contact methods with “Your User Key”, from their own account.',
  ],
  test: { placeholder: 'Your user key', button: 'Send test message', incomplete: 'Fill in the fields above and a user key first.' },
};
