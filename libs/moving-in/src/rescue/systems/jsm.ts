import { askAddress, fieldsOf, inPath, numberOf, rowsIn, toSeconds, type Kind, type Row, type System } from '../source.js';
import { clockChangeWeek } from '../clock-change.js';

const rowsOf = (body: unknown): readonly Row[] => {
  const { values, platformTeams } = fieldsOf(body);
  return rowsIn(values ?? platformTeams);
};

const list = (name: string, path: string, more: Partial<Kind> = {}): Kind => ({ name, ask: () => ({ path }), ...more });
const each = (name: string, of: string, path: (id: string) => string, more: Partial<Kind> = {}): Kind => ({
  name,
  of: [of],
  ask: ({ row }) => ({ path: path(inPath(row.id ?? row.teamId)) }),
  ...more,
});
const secrets = ['apiKey', 'password', 'token', 'secret', 'url'];

const timeline = (row: Row, from: string, weeks: number) => ({
  path: `/v1/schedules/${inPath(row.id)}/timeline?date=${toSeconds(from)}&interval=${weeks}&intervalUnit=weeks&expand=base,override,forwarding`,
});

const kinds: readonly Kind[] = [
  list('teams', '/v1/teams'),
  each('escalations', 'teams', (id) => `/v1/teams/${id}/escalations?size=100&offset=0`),
  each('routing-rules', 'teams', (id) => `/v1/teams/${id}/routing-rules?size=100&offset=0`),
  each('policies', 'teams', (id) => `/v1/teams/${id}/policies?type=notification&size=100&offset=0`),
  list('schedules', '/v1/schedules?expand=rotation&size=100&offset=0'),
  each('rotations', 'schedules', (id) => `/v1/schedules/${id}/rotations?size=100&offset=0`),
  each('overrides', 'schedules', (id) => `/v1/schedules/${id}/overrides?size=100&offset=0`),
  { name: 'timelines', of: ['schedules'], ask: ({ row, at }) => timeline(row, at, 4) },
  {
    name: 'timelines-at-clock-change',
    of: ['schedules'],
    ask: ({ row, at }) => {
      const week = clockChangeWeek(row.timezone, at);
      return week && timeline(row, week.from, 1);
    },
  },
  list('integrations', '/v1/integrations?size=100&offset=0', { secrets }),
  each('integration', 'integrations', (id) => `/v1/integrations/${id}`, { secrets }),
  each('heartbeats', 'teams', (id) => `/v1/teams/${id}/heartbeats?size=100&offset=0`),
  list('maintenances', '/v1/maintenances?size=100&offset=0'),
  list('forwarding-rules', '/v1/forwarding-rules?size=100&offset=0'),
  {
    name: 'alerts',
    isHistory: true,
    ask: ({ from }) => ({
      path: `/v1/alerts?query=${encodeURIComponent(`createdAt>=${Date.parse(from)}`)}&size=100&offset=0&sort=createdAt&order=asc`,
    }),
  },
  each('alert', 'alerts', (id) => `/v1/alerts/${id}`, { isHistory: true }),
  each('alert-logs', 'alerts', (id) => `/v1/alerts/${id}/logs?size=100`, { isHistory: true }),
  each('alert-notes', 'alerts', (id) => `/v1/alerts/${id}/notes?size=100`, { isHistory: true }),
  { name: 'duty', of: ['schedules'], isHistory: true, windowDays: 28, ask: ({ row, from }) => timeline(row, from, 4) },
];

/** Jira Service Management Operations: `--cloud ID`, and the mail address of the token’s owner as `--user`. */
export const jsm: System = {
  name: 'jsm',
  title: 'Jira Service Management',
  address: 'https://api.atlassian.com',
  kinds,
  headersOf: (token, user = '') => ({ authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` }),
  waitOf: (headers) => numberOf(headers.get('retry-after')),
  next: (_, body) => askAddress(fieldsOf(fieldsOf(body).links).next),
  rows: rowsOf,
  people: { kind: 'users', id: 'accountId', names: ['emailAddress', 'displayName'] },
  untold: [
    'mail addresses of people: users are Atlassian account ids, so the import needs a list of ids and addresses',
    'contact methods of others',
    'the bodies of alerts as their senders sent them',
  ],
};
