import type { Sender } from '../sender.js';
import { opsgenieAlerts } from './format.js';

/** Any tool that speaks Opsgenie’s Alert API and lets people change the address. */
export const opsgenie: Sender = {
  id: 'opsgenie',
  name: 'Opsgenie Alert API',
  about: 'Tools and clients with an Opsgenie integration whose API URL can be changed',
  format: opsgenieAlerts,
  steps: [
    {
      says: 'In your tool’s Opsgenie integration, set the API URL. Some clients append the path themselves, as Alertmanager does:',
      snippet: '{url}/\n',
    },
    { says: 'Others, as Grafana and Zabbix, need the whole address.', snippet: '{address}\n' },
    { says: 'Set the API key.', snippet: '{key}\n' },
    {
      says: 'Alerts are created, looked up, acknowledged and closed. Notes and other actions are accepted and change nothing. Heartbeats are pinged and created; look for them in Tocsin.',
      snippet: null,
    },
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
