import { z } from 'zod';
import type { GroupAlert } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { ReadingResult, SenderAnswer, SenderRoute } from '../../format.js';
import { asObject, asTrimmedText } from '../../parsing/lenient-fields.js';
import type { LookupReading } from '../../reading.js';
import type { FoundAlert } from '../../sent-alerts.js';

const receivers = [{ name: 'tocsin' }];
const versionInfo = { branch: '', buildDate: '', buildUser: '', goVersion: '', revision: '', version: '0.28.0' };
/** Never: a sender that sends no end again has ended it. */
const farAway = '9999-12-31T23:59:59.000Z';

const annotationsOf = (details: string | null): object => {
  try {
    return asObject(JSON.parse(details ?? '')) ?? {};
  } catch {
    return {};
  }
};

const describe = (alert: GroupAlert, { openedAt, lastAt }: FoundAlert): object => ({
  annotations: annotationsOf(alert.details),
  endsAt: farAway,
  fingerprint: alert.fingerprint,
  receivers,
  startsAt: alert.startsAt ?? openedAt ?? lastAt,
  status: { inhibitedBy: [], silencedBy: [], state: 'active' },
  updatedAt: lastAt,
  generatorURL: asTrimmedText(alert.links.find(({ kind }) => kind === 'source')?.href) ?? '',
  labels: alert.labels,
});

type Answers = (found: readonly FoundAlert[]) => unknown;
const alertsOf: Answers = (found) => found.flatMap((one) => one.alerts.map((alert) => describe(alert, one)));

const status = { cluster: { status: 'disabled', peers: [] }, config: { original: '' }, versionInfo, uptime: '1970-01-01T00:00:00.000Z' };

/** What Prometheus, vmalert, amtool and Grafana’s data source ask an Alertmanager. */
const answers: Readonly<Record<string, Answers>> = {
  '/api/v2/alerts': alertsOf,
  '/api/v2/alerts/groups': (found) =>
    found.map((one) => ({ labels: {}, receiver: receivers[0], alerts: one.alerts.map((alert) => describe(alert, one)) })),
  '/api/v2/status': () => status,
  '/api/v2/receivers': () => receivers,
  '/api/v2/silences': () => [],
  '/api/v1/alerts': (found) => ({ status: 'success', data: alertsOf(found) }),
  '/api/v1/status': () => ({ status: 'success', data: { configYAML: '', versionInfo, uptime: status.uptime } }),
  '/-/ready': () => 'OK',
  '/-/healthy': () => 'OK',
};

const answered = { name: 'AlertmanagerAnswer', schema: z.unknown() };
const prefix = '/ingest/alertmanager/:key';

export const apiRoutes: readonly SenderRoute[] = Object.keys(answers)
  .flatMap((path) => [`${prefix}${path}`, path])
  .map((path) => ({
    methods: ['GET', 'HEAD'],
    path,
    says: 'Alertmanager’s own API, as far as its clients ask: open alerts of the integration, and a status.',
    body: 'any',
    answers: [{ status: 200, says: 'As Alertmanager answers it.', shape: answered }],
  }));

/** Alerts in one answer. */
const most = 1_000;

export const askApi = (path: string): LookupReading => ({
  kind: 'lookup',
  of: 'alerts',
  only: { isOpen: true, limit: path.includes('/alerts') ? most : 0 },
  via: path.replace(prefix, ''),
});

export const answerApi = ({ via = '' }: LookupReading & { readonly via?: string }, { alerts }: ReadingResult): SenderAnswer => {
  const body = answers[via]!(alerts?.page ?? []);
  return { status: 200, ...(typeof body === 'string' ? { headers: { 'content-type': 'text/plain; charset=utf-8' } } : {}), body };
};
