import type { Sender } from '../sender.js';
import { datadogWebhook } from './format.js';

export const datadog: Sender = {
  id: 'datadog',
  name: 'Datadog',
  about: 'Monitors of Datadog, by a webhook',
  format: datadogWebhook,
  steps: [
    { says: 'In Datadog, open Integrations > Webhooks > New, name it tocsin, and paste this into URL.', snippet: '{address}\n' },
    {
      says: 'Replace the payload by this one.',
      snippet:
        '{\n  "alert_cycle_key": "$ALERT_CYCLE_KEY",\n  "alert_id": "$ALERT_ID",\n  "alert_transition": "$ALERT_TRANSITION",\n  "alert_scope": "$ALERT_SCOPE",\n  "alert_priority": "$ALERT_PRIORITY",\n  "alert_type": "$ALERT_TYPE",\n  "title": "$EVENT_TITLE",\n  "body": "$TEXT_ONLY_MSG",\n  "hostname": "$HOSTNAME",\n  "tags": "$TAGS",\n  "link": "$LINK"\n}\n',
    },
    { says: 'Name the webhook in the message of each monitor.', snippet: '@webhook-tocsin\n' },
  ],
  test: 'In the monitor choose Test Notifications: it opens a test alert, which pages nobody.',
  resolves: 'The transition Recovered resolves what has the same cycle key.',
  traps: [
    'Datadog’s default payload has no state but in its title: use the one above.',
    '{{#is_alert}} around the webhook’s name in a monitor’s message keeps recoveries away.',
  ],
  snippet: null,
  example: () => ({
    alert_cycle_key: 'try-tocsin',
    alert_transition: 'Triggered',
    title: '[Triggered on {host:db-1}] Trying Tocsin out',
    alert_priority: 'P1',
  }),
};
