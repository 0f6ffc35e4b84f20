import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';

/** Where a monitoring system of this kind sends to; `url` without a final slash. */
export const addressOf = (url: string, kind: string, key: string): string =>
  kind === 'pagerduty-events' ? `${url}/v2/enqueue` : `${url}/ingest/${kind}/${key}`;

const quoted = (value: unknown): string => JSON.stringify(value).replaceAll("'", "'\\''");
const post = (address: string, body: unknown): string =>
  `curl -sS -X POST '${address}' -H 'content-type: application/json' -d '${quoted(body)}'`;

const alertmanagerSnippet = (address: string): string => `route:
  receiver: tocsin
  group_by: [alertname, cluster, service]
receivers:
  - name: tocsin
    webhook_configs:
      - url: ${address}
        send_resolved: true
`;

const pagerdutySnippet = (address: string, key: string): string => `receivers:
  - name: tocsin
    pagerduty_configs:
      - routing_key: ${key}
        url: ${address}
`;

const firing = {
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

const curls: Readonly<Record<string, (address: string, key: string) => string>> = {
  alertmanager: (address) => post(address, firing),
  'pagerduty-events': (address, key) =>
    post(address, {
      routing_key: key,
      event_action: 'trigger',
      dedup_key: 'try-tocsin',
      payload: { summary: 'Trying Tocsin out', source: 'curl', severity: 'critical' },
    }),
  generic: (address) => post(address, { summary: 'Trying Tocsin out', severity: 'critical', source: 'curl' }),
};

/** What to paste, and a command that tries it. */
export const shownAddress = (url: string, kind: string, key: string): IntegrationAddressShown => {
  const address = addressOf(url, kind, key);
  const snippet =
    kind === 'alertmanager' ? alertmanagerSnippet(address) : kind === 'pagerduty-events' ? pagerdutySnippet(address, key) : null;
  return { address, key, curl: (curls[kind] ?? curls.generic!)(address, key), snippet };
};
