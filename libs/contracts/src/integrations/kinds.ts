interface IntegrationTraits {
  /** Name in lists and in the history. */
  readonly name: string;
  /** Its senders repeat firing alerts, so silence is a signal. */
  readonly repeats: boolean;
  /** An alert that fires again soon after a resolve reopens its alert group. False: its interface promises a new one. */
  readonly reopens: boolean;
  /** Jobs ping it: it has heartbeats. */
  readonly pings: boolean;
}

const kind = (name: string, { repeats = false, reopens = true, pings = false }: Partial<IntegrationTraits> = {}): IntegrationTraits => ({
  name,
  repeats,
  reopens,
  pings,
});

/**
 * The kinds of integration, with the traits that routing and paging depend on. The wire format of each is in a folder of the
 * server’s `ingest/senders`.
 */
export const integrationTraits = {
  alertmanager: kind('Prometheus Alertmanager', { repeats: true }),
  'pagerduty-events': kind('PagerDuty Events API', { reopens: false }),
  opsgenie: kind('Opsgenie Alert API', { reopens: false, pings: true }),
  healthchecks: kind('Healthchecks ping', { pings: true }),
  'uptime-kuma': kind('Uptime Kuma'),
  zabbix: kind('Zabbix'),
  nagios: kind('Nagios, Icinga or Checkmk'),
  monit: kind('Monit'),
  netdata: kind('Netdata'),
  victorops: kind('VictorOps REST endpoint', { reopens: false }),
  oncall: kind('Grafana OnCall webhook'),
  goalert: kind('GoAlert generic API', { reopens: false }),
  alerta: kind('Alerta'),
  sentry: kind('Sentry'),
  datadog: kind('Datadog'),
  newrelic: kind('New Relic'),
  sns: kind('Amazon CloudWatch and SNS'),
  'azure-monitor': kind('Azure Monitor'),
  'google-cloud': kind('Google Cloud Monitoring'),
  'github-actions': kind('GitHub Actions'),
  apprise: kind('Apprise'),
  mail: kind('E-mail'),
  generic: kind('Generic JSON'),
} as const satisfies Readonly<Record<string, IntegrationTraits>>;

export type IntegrationKind = keyof typeof integrationTraits;
export const integrationKinds = Object.keys(integrationTraits) as [IntegrationKind, ...IntegrationKind[]];
