import { Copy } from '../../../ui/copy.js';
import { slackManifest } from './slack-manifest.js';

/** How an app of one’s own is made, in Slack’s words. */
export const SlackSteps = () => (
  <ol className="list-decimal space-y-2 pb-4 pl-5 text-xs">
    <li>
      At api.slack.com/apps choose “Create New App” › “From a manifest”, and paste this. Each Tocsin needs an app of its own: two would take
      each other’s presses.
      <Copy label="Manifest" text={slackManifest(null)} />
    </li>
    <li>“Install App” › “Install to Workspace”: the Bot User OAuth Token.</li>
    <li>“Basic Information” › “App-Level Tokens” › “Generate Token and Scopes” with the scope connections:write: the app-level token.</li>
    <li>
      Without Socket Mode, where this server has a public https address: “Socket Mode” › off, and in place of the app-level token “Basic
      Information” › “App Credentials” › “Signing Secret”.
    </li>
    <li>Enter them below, send a test, and save.</li>
  </ol>
);
