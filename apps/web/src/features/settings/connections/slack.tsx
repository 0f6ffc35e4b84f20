import { Copy } from '../../../ui/copy.js';
import type { ConnectionWords, Connection } from './connection-words.js';
import { paceFields } from './pace-fields.js';
import { slackManifest } from './slack-manifest.js';
import { UserGroups } from './user-groups.js';

/** Where Slack sends presses, and how one way replaces the other. */
const SlackRequests = ({ connection: { fields, inbound } }: { connection: Connection }) => {
  if ((fields['interactivity'] ?? 'socket_mode') === 'socket_mode') return null;
  if (inbound === null)
    return (
      <p className="pt-4 text-warn">✕ The public address doesn’t begin with https://, so Slack can’t call Tocsin. Choose Socket Mode.</p>
    );
  return (
    <div className="space-y-2 pt-4">
      <Copy label="Request URL" text={inbound} />
      <p className="text-xs text-muted">
        In Slack: “Interactivity &amp; Shortcuts” › “Request URL”. An app that still uses Socket Mode changes over by “App Manifest”: paste
        this there, save, press the button of a test message, then choose “Request URL” above.
      </p>
      <Copy label="Manifest with the Request URL" text={slackManifest(inbound)} />
    </div>
  );
};

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
  steps: [
    {
      says: 'At api.slack.com/apps choose “Create New App” › “From a manifest”, and paste this. Each Tocsin needs an app of its own: two would take each other’s presses.',
      paste: { label: 'Manifest', text: slackManifest(null) },
    },
    '“Install App” › “Install to Workspace”: the Bot User OAuth Token.',
    '“Basic Information” › “App-Level Tokens” › “Generate Token and Scopes” with the scope connections:write: the app-level token.',
    'Without Socket Mode, where this server has a public https address: “Socket Mode” › off, and in place of the app-level token “Basic Information” › “App Credentials” › “Signing Secret”.',
    'Enter them below, send a test, and save.',
  ],
  Below: ({ connection, again }) => (
    <>
      <SlackRequests connection={connection} />
      <UserGroups connection={connection} again={again} />
    </>
  ),
};
