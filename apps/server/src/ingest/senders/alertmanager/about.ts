import type { Sender } from '../sender.js';
import { alertmanagerWebhook } from './format.js';

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

/** A body as Alertmanager and Grafana send it. */
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

/** The steps only add a receiver and a route to its configuration: existing notifications keep working. */
export const alertmanager: Sender = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  about: 'Alerts of Prometheus, Mimir, Loki and others that send to an Alertmanager',
  format: alertmanagerWebhook,
  steps: [
    { says: 'In alertmanager.yml, add this receiver to the list under receivers:', snippet: receiver },
    {
      says: 'Add this route as the first entry under routes: in your route: and leave the rest as it is. If your route: has no routes: yet, add that line above it. With continue: true, your other routes still get the alerts that they match; without it, Tocsin alone gets every alert.',
      snippet: route,
    },
    {
      says: 'As this route matches every alert, the receiver that your route: itself names no longer gets any. To keep it for alerts that no other route matches, add it as the last entry under routes: by its name.',
      snippet: fallback,
    },
    {
      says: 'Check the file, and reload Alertmanager.',
      snippet: 'amtool check-config alertmanager.yml\ncurl -X POST http://localhost:9093/-/reload\n',
    },
    {
      says: 'Use one integration for each Alertmanager cluster: two separate Alertmanagers would open and resolve each other’s groups.',
      snippet: null,
    },
  ],
  test: 'Send an alert by amtool: “amtool alert add alertname=TryTocsin severity=critical --alertmanager.url=http://localhost:9093”. It ends after five minutes.',
  resolves: 'A group resolves when Alertmanager says that all its alerts have ended; send_resolved must be true, which is the default.',
  traps: [
    'An alert that is silenced or inhibited in Alertmanager before it ends is never resolved by it: resolve it here.',
    'Leave payload: at its default: another one is refused.',
    'Changing group_by or the matchers of the route gives new groups: those that are open then must be resolved here.',
  ],
  snippet: `# 1. Add to the list under "receivers:"
receivers:
${receiver}
# 2. Add as the first entry under "routes:" of your "route:", and leave the rest of it as it is
route:
  routes:
${route}# 3. Add as the last entry there, or the receiver that your "route:" names gets no alerts any more
#${fallback.slice(1)}`,
  marks: ['alerts', 'groupLabels'],
  example: () => firing,
};
