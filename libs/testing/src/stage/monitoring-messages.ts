/** One alert in a message, with the fields that tests need. */
export interface Condition {
  readonly name: string;
  readonly instance?: string;
  readonly severity?: string;
  /** The sender’s start time: a later one is a re-fire. */
  readonly startsAt?: string;
  readonly resolved?: true;
}

export interface MessageFields {
  readonly groupKey?: string;
  readonly truncatedAlerts?: number;
  readonly groupLabels?: Readonly<Record<string, string>>;
}

const none = '0001-01-01T00:00:00Z';

const alertOf = ({ name, instance = 'db-1', severity = 'critical', startsAt = '2026-01-01T03:12:00Z', resolved }: Condition) => ({
  status: resolved ? 'resolved' : 'firing',
  labels: { alertname: name, severity, instance, cluster: 'west' },
  annotations: { summary: `${name} on ${instance}` },
  startsAt,
  endsAt: resolved ? '2026-01-01T04:00:00Z' : none,
  generatorURL: '',
  fingerprint: Buffer.from(`${name}/${instance}`).toString('hex'),
});

/** Alertmanager’s webhook, version 4, grouped by cluster by default. A resolved message resolves all it lists. */
export const alertmanagerMessage = (
  status: 'firing' | 'resolved',
  conditions: readonly Condition[],
  fields: MessageFields = {},
): object => {
  const { groupKey = '{}:{cluster="west"}', truncatedAlerts = 0, groupLabels = { cluster: 'west' } } = fields;
  return {
    version: '4',
    groupKey,
    truncatedAlerts,
    status,
    receiver: 'tocsin',
    groupLabels,
    commonLabels: groupLabels,
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.org',
    alerts: conditions.map((condition) => alertOf(status === 'resolved' ? { ...condition, resolved: true } : condition)),
  };
};
