import type { Sender } from '../sender.js';
import { oncallWebhook } from './format.js';

export const oncall: Sender = {
  id: 'oncall',
  name: 'Grafana OnCall webhook',
  about: 'Tools that send Grafana OnCall’s formatted webhook',
  format: oncallWebhook,
  steps: [
    { says: 'In your tool, replace OnCall’s address by this one.', snippet: '{address}\n' },
    {
      says: 'Addresses of the form /integrations/v1/…/ work, too: only the host and the key change.',
      snippet: '{url}/integrations/v1/formatted_webhook/{key}/\n',
    },
    { says: 'state “ok” resolves what has the same alert_uid; without an alert_uid the title is the key.', snippet: null },
  ],
  test: 'Use the test of your tool; that of Uptime Kuma opens a test alert, which pages nobody.',
  resolves: 'state ok with the same alert_uid resolves.',
  traps: ['Without an alert_uid the title must stay the same, or nothing is resolved.'],
  snippet: null,
  example: () => ({ alert_uid: 'try-tocsin', title: 'Trying Tocsin out', state: 'alerting', message: 'Trying Tocsin out' }),
};
