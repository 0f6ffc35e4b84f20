import {
  askAddress,
  fieldsOf,
  inPath,
  numberOf,
  rowsIn,
  toSeconds,
  type About,
  type Ask,
  type Kind,
  type Row,
  type System,
} from '../source.js';
import { clockChangeWeek } from '../clock-change.js';

/** Deeper than this it answers no list. */
const deepest = 20_000;

const rowsOf = (body: unknown): readonly Row[] => {
  const { data } = fieldsOf(body);
  return Array.isArray(data) ? rowsIn(data) : rowsIn(fieldsOf(data).heartbeats);
};

const alertsFrom = (millis: number): Ask => ({
  path: `/v2/alerts?query=${encodeURIComponent(`createdAt>=${millis}`)}&limit=100&offset=0&sort=createdAt&order=asc`,
});

/** By pages; where they would be too deep, a new list from the last alert on. */
function nextAlerts(asked: Ask, body: unknown): Ask | null {
  const next = askAddress(fieldsOf(fieldsOf(body).paging).next);
  const offset = Number(new URL(asked.path, 'https://any.invalid').searchParams.get('offset'));
  if (next === null || offset + 200 <= deepest) return next;
  const last = Date.parse(String(rowsOf(body).at(-1)?.createdAt));
  return Number.isNaN(last) ? null : alertsFrom(last);
}

const timeline = (row: Row, from: string, interval: string): Ask => ({
  path: `/v2/schedules/${inPath(row.id)}/timeline?identifierType=id&date=${toSeconds(from)}&interval=${interval}&expand=base,override,forwarding`,
});

const ofAlert = (name: string, path: string): Kind => ({
  name,
  of: ['alerts'],
  isHistory: true,
  ask: ({ row }) => ({ path: `/v2/alerts/${inPath(row.id)}${path}` }),
});

const ofUser = (name: string): Kind => ({
  name,
  of: ['users'],
  isOfOnePerson: true,
  ask: ({ row }) => ({ path: `/v2/users/${inPath(row.id)}/${name}` }),
});

const policiesOf = (name: string): Kind => ({
  name: `${name}-policies`,
  of: ['teams'],
  ask: ({ row }) => ({ path: `/v2/policies/${name}?teamId=${inPath(row.id)}` }),
});

const policyIn = ({ row, listedBy }: About): Ask => ({
  path: `/v2/policies/${inPath(row.id)}?teamId=${inPath(new URL(listedBy.path, 'https://any.invalid').searchParams.get('teamId'))}`,
});

const keys = ['apiKey', 'password', 'token', 'secret', 'webhookUrl', 'url'];

const kinds: readonly Kind[] = [
  { name: 'users', ask: () => ({ path: '/v2/users?limit=100&offset=0&sort=username&order=asc' }) },
  ofUser('contacts'),
  ofUser('notification-rules'),
  {
    name: 'notification-rule',
    of: ['notification-rules'],
    isOfOnePerson: true,
    ask: ({ row, listedBy }) => ({ path: `${listedBy.path}/${inPath(row.id)}` }),
  },
  { name: 'forwarding-rules', ask: () => ({ path: '/v2/forwarding-rules' }) },
  { name: 'teams', ask: () => ({ path: '/v2/teams' }) },
  { name: 'team', of: ['teams'], ask: ({ row }) => ({ path: `/v2/teams/${inPath(row.id)}?identifierType=id` }) },
  { name: 'routing-rules', of: ['teams'], ask: ({ row }) => ({ path: `/v2/teams/${inPath(row.id)}/routing-rules?teamIdentifierType=id` }) },
  { name: 'schedules', ask: () => ({ path: '/v2/schedules?expand=rotation' }) },
  {
    name: 'overrides',
    of: ['schedules'],
    ask: ({ row }) => ({ path: `/v2/schedules/${inPath(row.id)}/overrides?scheduleIdentifierType=id` }),
  },
  { name: 'timelines', of: ['schedules'], ask: ({ row, at }) => timeline(row, at, '4&intervalUnit=weeks') },
  {
    name: 'timelines-at-clock-change',
    of: ['schedules'],
    ask: ({ row, at }) => {
      const week = clockChangeWeek(row.timezone, at);
      return week && timeline(row, week.from, '1&intervalUnit=weeks');
    },
  },
  { name: 'escalations', ask: () => ({ path: '/v2/escalations' }) },
  { name: 'services', ask: () => ({ path: '/v1/services?limit=100&offset=0' }) },
  { name: 'integrations', ask: () => ({ path: '/v2/integrations' }), secrets: keys },
  { name: 'integration', of: ['integrations'], ask: ({ row }) => ({ path: `/v2/integrations/${inPath(row.id)}` }), secrets: keys },
  { name: 'heartbeats', ask: () => ({ path: '/v2/heartbeats' }) },
  { name: 'maintenance', ask: () => ({ path: '/v1/maintenance?type=non-expired' }) },
  { name: 'maintenance-window', of: ['maintenance'], ask: ({ row }) => ({ path: `/v1/maintenance/${inPath(row.id)}` }) },
  policiesOf('alert'),
  policiesOf('notification'),
  { name: 'policy', of: ['alert-policies', 'notification-policies'], ask: policyIn },
  { name: 'alerts', isHistory: true, ask: ({ from }) => alertsFrom(Date.parse(from)), next: nextAlerts },
  ofAlert('alert', ''),
  ofAlert('alert-logs', '/logs?limit=100&order=asc&direction=next'),
  ofAlert('alert-notes', '/notes?limit=100&order=asc&direction=next'),
  ofAlert('alert-recipients', '/recipients'),
  { name: 'duty', of: ['schedules'], isHistory: true, windowDays: 28, ask: ({ row, from }) => timeline(row, from, '4&intervalUnit=weeks') },
];

export const opsgenie: System = {
  name: 'opsgenie',
  title: 'Opsgenie',
  address: 'https://api.opsgenie.com',
  kinds,
  headersOf: (token) => ({ authorization: `GenieKey ${token}` }),
  waitOf: (headers) => numberOf(headers.get('x-ratelimit-period-in-sec')),
  next: (_, body) => askAddress(fieldsOf(fieldsOf(body).paging).next),
  rows: rowsOf,
  people: { kind: 'users', id: 'id', names: ['username', 'fullName'] },
  untold: [
    'the bodies of alerts as their senders sent them (it has message, description and details)',
    'every state of a page: only the last one',
    'changes of configuration',
    'the account’s time zone, in which team routing rules without a zone run',
    'the keys of integrations, where it does not show them',
  ],
};
