import { Copy } from '../../ui/copy.js';

/** An app of Slack with all that Tocsin needs, as its “From a manifest” takes it. */
const manifest = JSON.stringify(
  {
    display_information: { name: 'Tocsin' },
    features: { bot_user: { display_name: 'Tocsin', always_online: true } },
    oauth_config: { scopes: { bot: ['chat:write', 'chat:write.public', 'users:read'] } },
    settings: { interactivity: { is_enabled: true }, socket_mode_enabled: true },
  },
  null,
  2,
);

/** How an app of one’s own is made, in Slack’s words. */
export const SlackSteps = () => (
  <ol className="list-decimal space-y-2 pb-4 pl-5 text-xs">
    <li>
      At api.slack.com/apps choose “Create New App” › “From a manifest”, and paste this. Each Tocsin needs an app of its own: two would take
      each other’s presses.
      <Copy label="Manifest" text={manifest} />
    </li>
    <li>“Basic Information” › “App-Level Tokens” › “Generate Token and Scopes” with the scope connections:write: the app-level token.</li>
    <li>“Install App” › “Install to Workspace”: the Bot User OAuth Token.</li>
    <li>Enter both below, send a test, and save.</li>
  </ol>
);
