import type { Sender } from '../sender.js';
import { pagerdutyEvents } from './format.js';

/** Any tool that speaks PagerDuty’s Events API v2 and lets people change the address. */
export const pagerduty: Sender = {
  id: 'pagerduty',
  name: 'PagerDuty Events API v2',
  about: 'Tools and clients with a PagerDuty integration whose URL can be changed',
  format: pagerdutyEvents,
  steps: [
    { says: 'In your tool’s PagerDuty integration, set the Events API URL.', snippet: '{address}\n' },
    { says: 'Set the Integration Key, also called routing key.', snippet: '{key}\n' },
    {
      says: 'Some clients append the path themselves: give them only the address of the server. Clients with a fixed URL can’t be connected.',
      snippet: '{url}\n',
    },
  ],
  test: 'Use the test of your tool; those of Grafana, Zabbix, Netdata and Uptime Kuma open a test alert, which pages nobody.',
  resolves: 'event_action resolve with the same dedup_key resolves; acknowledge acknowledges.',
  traps: [
    'A trigger without a dedup_key is always a new alert.',
    'The npm packages node-pagerduty and pagerduty, and the scripts of Netdata and Nagios, have the address built in: edit it there, or use a tool with a setting for it.',
    '@pagerduty/pdjs needs https; a certificate of your own goes into NODE_EXTRA_CA_CERTS.',
    'Change events are accepted and not shown.',
  ],
  snippet: `receivers:
  - name: tocsin
    pagerduty_configs:
      - routing_key: {key}
        url: {address}
        severity: '{{ if .CommonLabels.severity }}{{ .CommonLabels.severity }}{{ else }}error{{ end }}'
`,
  marks: ['event_action'],
  example: (key) => ({
    routing_key: key,
    event_action: 'trigger',
    dedup_key: 'try-tocsin',
    payload: { summary: 'Trying Tocsin out', source: 'curl', severity: 'critical' },
  }),
};
