import type { ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';
import { SlackRequests } from './slack-requests.js';
import { SlackSteps } from './slack-steps.js';
import { UserGroups } from './user-groups.js';

export const slack: ConnectionWords = {
  notSetUp: 'Not set up yet: no one is paged in Slack. It needs no public address, and costs nothing.',
  fields: [
    {
      name: 'botToken',
      label: 'Bot User OAuth Token',
      isSecret: true,
      hint: 'Under “Install App”; begins with xoxb-. Kept encrypted, and never shown again.',
    },
    {
      name: 'interactivity',
      label: 'Pressed buttons come by',
      initial: 'socket_mode',
      options: [
        ['socket_mode', 'Socket Mode: no public address needed'],
        ['request_url', 'Request URL: Slack calls this server'],
        ['both', 'Both, while one replaces the other'],
      ],
    },
    {
      name: 'appToken',
      label: 'App-level token',
      isSecret: true,
      hint: 'Under “Basic Information” › “App-Level Tokens”, with the scope connections:write; begins with xapp-.',
    },
    {
      name: 'signingSecret',
      label: 'Signing Secret',
      isSecret: true,
      hint: 'Under “Basic Information” › “App Credentials”. Once it is saved, the Request URL is shown here.',
    },
    {
      name: 'baseUrl',
      label: 'API address',
      initial: 'https://slack.com/api',
      hint: 'For GovSlack: https://slack-gov.com/api.',
    },
    ...paceFields(),
  ],
  test: {
    placeholder: 'U012AB3CD or C012AB3CD',
    button: 'Send test message',
    incomplete: 'Fill in the fields above, and a member ID or channel ID first.',
  },
  Steps: SlackSteps,
  Below: ({ connection, again }) => (
    <>
      <SlackRequests connection={connection} />
      <UserGroups connection={connection} again={again} />
    </>
  ),
};
