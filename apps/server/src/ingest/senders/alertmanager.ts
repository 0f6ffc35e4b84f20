import type { Sender } from './sender.js';

const receiver = `  - name: tocsin
    webhook_configs:
      - url: {address}
        send_resolved: true
`;

const route = `    - receiver: tocsin
      continue: true
      group_by: [alertname, cluster, service]
`;

const fallback = `    - receiver: NAME-OF-YOUR-DEFAULT-RECEIVER
`;

/** What Alertmanager and Grafana send. */
export const firing = {
  version: '4',
  groupKey: '{}:{alertname="TryTocsin"}',
  status: 'firing',
  receiver: 'tocsin',
  truncatedAlerts: 0,
  groupLabels: { alertname: 'TryTocsin' },
  commonLabels: { alertname: 'TryTocsin', severity: 'critical' },
  commonAnnotations: {},
  externalURL: '',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'TryTocsin', severity: 'critical' },
      annotations: { summary: 'Trying Tocsin out' },
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: '',
      fingerprint: 'tryingtocsinout0',
    },
  ],
};

/** Its configuration stays as it is: a receiver and a route are added to it, and what was notified before goes on being notified. */
export const alertmanager: Sender = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  about: 'Alerts of Prometheus, Mimir, Loki and others that send to an Alertmanager',
  kind: 'alertmanager',
  steps: [
    { says: 'In alertmanager.yml, add this receiver to the list under receivers:', snippet: receiver },
    {
      says: 'Add this route as the first entry under routes: in your route: and leave the rest as it is. If your route: has no routes: yet, add that line above it. With continue: true, your other routes still get the alerts that they match; without it, Tocsin alone gets every alert.',
      snippet: route,
    },
    {
      says: 'As this route matches every alert, the receiver that your route: itself names gets none any more. To keep it for alerts that no other route matches, add it as the last entry under routes: by its name.',
      snippet: fallback,
    },
    {
      says: 'Check the file, and reload Alertmanager.',
      snippet: 'amtool check-config alertmanager.yml\ncurl -X POST http://localhost:9093/-/reload\n',
    },
    {
      says: 'Use one integration for each Alertmanager cluster: two that are no cluster would open and resolve the same groups.',
      snippet: null,
    },
  ],
  snippet: `# 1. Add to the list under "receivers:"
receivers:
${receiver}
# 2. Add as the first entry under "routes:" of your "route:", and leave the rest of it as it is
route:
  routes:
${route}# 3. Add as the last entry there, or the receiver that your "route:" names gets no alerts any more
#${fallback.slice(1)}`,
  example: () => firing,
};
