/** One alert in a message, with the fields that tests need. */
export interface Condition {
  readonly name: string;
  readonly instance?: string;
  readonly severity?: string;
  readonly summary?: string;
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

/** How often each alert was resolved: what fires after that began later. */
const resolves = new Map<string, number>();

const startOf = (fingerprint: string, isResolved: boolean): string => {
  const count = resolves.get(fingerprint) ?? 0;
  if (isResolved) resolves.set(fingerprint, count + 1);
  return new Date(Date.parse('2026-01-01T03:12:00Z') + count * 1_000).toISOString();
};

const alertOf = ({
  name,
  instance = 'db-1',
  severity = 'critical',
  summary = `${name} on ${instance}`,
  startsAt,
  resolved,
}: Condition) => ({
  status: resolved ? 'resolved' : 'firing',
  labels: { alertname: name, severity, instance, cluster: 'west' },
  annotations: { summary },
  startsAt: startsAt ?? startOf(`${name}/${instance}`, resolved === true),
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
