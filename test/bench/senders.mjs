/** An alert as sent by Prometheus and Alertmanager: about 1 KB in a webhook of one. */
const alert = (n) => ({
  status: 'firing',
  labels: {
    alertname: `Alert${n % 50}`,
    cluster: 'eu-1',
    env: 'prod',
    instance: `web-${n}.example.org:9100`,
    job: 'node',
    severity: 'warning',
    n: String(n),
  },
  annotations: {
    summary: `CPU above 90% on web-${n}`,
    description: 'CPU load has been above 90% for 5 minutes. '.repeat(3),
    runbook_url: 'https://wiki.example.org/runbooks/high-cpu',
  },
  startsAt: '2026-11-20T23:11:45.126Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.example.org/graph?g0.expr=node_load1+%3E+0.9&g0.tab=1',
  fingerprint: n.toString(16).padStart(16, '0'),
});

/** An Alertmanager webhook with this many alerts, in a separate group. */
export const webhook = (group, size) => {
  const alerts = Array.from({ length: size }, (_, index) => alert(group * size + index));
  const groupLabels = { alertname: alerts[0].labels.alertname, group: String(group) };
  return JSON.stringify({
    receiver: 'tocsin',
    status: 'firing',
    alerts,
    groupLabels,
    commonLabels: groupLabels,
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.org',
    version: '4',
    groupKey: `{}:{alertname="${groupLabels.alertname}", group="${group}"}`,
    truncatedAlerts: 0,
  });
};

/** The same alerts as Prometheus posts them to Alertmanager’s API. */
export const toAlertmanager = (group, size) =>
  JSON.stringify(
    Array.from({ length: size }, (_, index) => {
      const { labels, annotations, generatorURL } = alert(group * size + index);
      return {
        labels,
        annotations,
        generatorURL,
        startsAt: '2026-11-20T23:11:45.126Z',
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      };
    }),
  );
