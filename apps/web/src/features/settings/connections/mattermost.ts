import type { ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';

export const mattermost: ConnectionWords = {
  notSetUp:
    'Not set up yet: messages to webhooks of Mattermost have no buttons, and its server may not be in your own network. It costs nothing.',
  fields: [
    {
      name: 'baseUrl',
      label: 'Site URL',
      placeholder: 'https://chat.example.org',
      hint: 'In Mattermost: “System Console” › “Environment” › “Web Server” › “Site URL”. It may be in your own network. Buttons need that Mattermost can call this server: a private address of it has to stand under “Developer” › “Allow untrusted internal connections”.',
    },
    ...paceFields(),
  ],
  steps: [
    'In Mattermost: “System Console” › “Integrations” › “Integration Management” › “Enable Incoming Webhooks”.',
    '“Integrations” › “Incoming Webhooks” › “Add Incoming Webhook”: the channel, and its webhook address.',
    'Enter the Site URL below, send a test to that address, and save: from then on messages there have buttons.',
  ],
  test: {
    placeholder: 'https://chat.example.org/hooks/…',
    button: 'Send test message',
    incomplete: 'Fill in the field above, and the address of an incoming webhook first.',
  },
};
