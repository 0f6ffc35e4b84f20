import type { Sender } from '../sender.js';
import { sentryWebhook } from './format.js';

export const sentry: Sender = {
  id: 'sentry',
  name: 'Sentry',
  about: 'Issue alerts and metric alerts of Sentry, by an internal integration',
  format: sentryWebhook,
  steps: [
    {
      says: 'In Sentry, open Settings > Custom Integrations > Create New Integration > Internal Integration, and paste this into Webhook URL. Turn on Alert Rule Action.',
      snippet: '{address}\n',
    },
    {
      says: 'Under Permissions give Issue & Event the right Read, and under Webhooks turn on issue: its resolve and archive end what an issue alert opened.',
      snippet: null,
    },
    { says: 'In your alert rules choose the action Send a notification via an integration, and this integration.', snippet: null },
  ],
  test: 'Press Send Test Notification in the alert rule. A sample event pages nobody.',
  resolves: 'Resolving or archiving the issue in Sentry resolves; a metric alert resolves by itself.',
  traps: ['An issue alert never ends by itself.'],
  snippet: null,
  example: () => ({
    action: 'triggered',
    data: {
      event: { issue_id: '1', title: 'Trying Tocsin out', level: 'fatal', project_slug: 'try-tocsin' },
      triggered_rule: 'Trying Tocsin out',
    },
  }),
};
