import { Copy } from '../../../ui/copy.js';
import type { Connection } from './connection-words.js';
import { slackManifest } from './slack-manifest.js';

/** Where Slack sends presses, and how one way replaces the other. */
export const SlackRequests = ({ connection: { fields, inbound } }: { connection: Connection }) => {
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
