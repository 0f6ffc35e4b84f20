import type { Sender } from '../sender.js';
import { opsgenieAlerts } from './format.js';

/** Any tool that speaks Opsgenie’s Alert API and lets people change the address. */
export const opsgenie: Sender = {
  id: 'opsgenie',
  name: 'Opsgenie Alert API',
  about: 'Tools and clients with an Opsgenie or Jira Service Management integration whose API URL can be changed, and their heartbeats',
  format: opsgenieAlerts,
  steps: [
    {
      says: 'In your tool’s Opsgenie integration, set the API URL. Some clients append the path themselves, as Alertmanager does:',
      snippet: '{url}/\n',
    },
    { says: 'Others, as Grafana and Zabbix, need the whole address.', snippet: '{address}\n' },
    { says: 'Set the API key.', snippet: '{key}\n' },
    {
      says: 'Alerts are created, looked up, acknowledged and closed; notes, snoozes, responders, tags and priorities are taken over. Heartbeats are pinged and created; look for them in Tocsin.',
      snippet: null,
    },
  ],
  test: 'Use the test of your tool; those of Grafana, Zabbix and Uptime Kuma open a test alert, which pages nobody.',
  resolves: 'Closing by the same alias resolves; acknowledge acknowledges.',
  traps: [
    'An alert without a priority pages loudly, unless its details have a severity.',
    'Heartbeats are changed and removed in Tocsin alone.',
  ],
  snippet: `receivers:
  - name: tocsin
    opsgenie_configs:
      - api_key: {key}
        api_url: {url}/
`,
  marks: ['message', 'alias'],
  example: () => ({ message: 'Trying Tocsin out', alias: 'try-tocsin', priority: 'P1', source: 'curl' }),
  exampleAt: '?apiKey={key}',
};
