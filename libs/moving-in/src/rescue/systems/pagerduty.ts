import {
  fieldsOf,
  inPath,
  numberOf,
  rowsIn,
  toSeconds,
  weeksAfter,
  type About,
  type Ask,
  type Kind,
  type Row,
  type System,
} from '../source.js';
import { clockChangeWeek } from '../clock-change.js';

/** Deeper than this it answers no list. */
const deepest = 10_000;

/** Lists stand under the name of what they list. */
const rowsOf = (body: unknown): readonly Row[] => rowsIn(Object.values(fieldsOf(body)).find((value) => Array.isArray(value)));

const withParameter = (path: string, name: string, value: string): Ask => {
  const url = new URL(path, 'https://any.invalid');
  url.searchParams.set(name, value);
  return { path: decodeURI(`${url.pathname}${url.search}`) };
};

/** By cursor, or behind the page that was answered, which may be shorter than the one asked for. */
function nextOf(asked: Ask, body: unknown): Ask | null {
  const { next_cursor: cursor, more, offset, limit } = fieldsOf(body);
  if (typeof cursor === 'string' && cursor !== '') return withParameter(asked.path, 'cursor', cursor);
  if (more !== true || typeof offset !== 'number' || typeof limit !== 'number' || limit <= 0) return null;
  return withParameter(asked.path, 'offset', String(offset + limit));
}

/** Where pages would be too deep, the list goes on from the last row’s instant: `edge` is the end of the window that moves. */
const movingBy =
  (edge: 'since' | 'until') =>
  (asked: Ask, body: unknown): Ask | null => {
    const next = nextOf(asked, body);
    if (next === null || Number(new URL(next.path, 'https://any.invalid').searchParams.get('offset')) + 100 <= deepest) return next;
    const last = rowsOf(body).at(-1)?.created_at;
    return typeof last === 'string' ? withParameter(withParameter(asked.path, 'offset', '0').path, edge, toSeconds(last)) : null;
  };

const list = (name: string, path: string, more: Partial<Kind> = {}): Kind => ({ name, ask: () => ({ path }), ...more });
const each = (name: string, of: string, path: (id: string, about: About) => string, more: Partial<Kind> = {}): Kind => ({
  name,
  of: [of],
  ask: (about) => ({ path: path(inPath(about.row.id), about) }),
  ...more,
});

const range = ({ from, to }: Pick<About, 'from' | 'to'>): string => `since=${toSeconds(from)}&until=${toSeconds(to)}`;
/** Overrides from eight weeks ago to half a year ahead. */
const around = (at: string): string => range({ from: weeksAfter(at, -8), to: weeksAfter(at, 26) });
const ahead = (at: string): string => range({ from: at, to: weeksAfter(at, 4) });
const feeds = ['web_cal_url', 'http_cal_url', 'personal_web_cal_url', 'personal_http_cal_url'];

const atClockChange = (name: string, of: string, path: string): Kind => ({
  name,
  of: [of],
  secrets: feeds,
  ask: ({ row, at }) => {
    const week = clockChangeWeek(row.time_zone ?? fieldsOf(row.schedule).time_zone, at);
    return week && { path: `${path.replace('ID', inPath(row.id))}${range(week)}&time_zone=UTC` };
  },
});

const kinds: readonly Kind[] = [
  list('users', '/users?include[]=contact_methods&include[]=notification_rules&limit=100&offset=0'),
  list('teams', '/teams?limit=100&offset=0'),
  each('team-members', 'teams', (id) => `/teams/${id}/members?limit=100&offset=0`),
  list('schedules', '/schedules?limit=100&offset=0', { secrets: feeds }),
  each('schedule', 'schedules', (id) => `/schedules/${id}`, { secrets: feeds }),
  each('overrides', 'schedules', (id, { at }) => `/schedules/${id}/overrides?${around(at)}&overflow=true`),
  each('rendered', 'schedules', (id, { at }) => `/schedules/${id}?${ahead(at)}&time_zone=UTC`, { secrets: feeds }),
  atClockChange('rendered-at-clock-change', 'schedules', '/schedules/ID?'),
  list('v3-schedules', '/v3/schedules?limit=100&offset=0'),
  each('v3-schedule', 'v3-schedules', (id) => `/v3/schedules/${id}`, { rows: (body) => [fieldsOf(fieldsOf(body).schedule)] }),
  each('v3-overrides', 'v3-schedules', (id, { at }) => `/v3/schedules/${id}/overrides?${around(at)}`),
  each('v3-custom-shifts', 'v3-schedules', (id, { at }) => `/v3/schedules/${id}/custom_shifts?${around(at)}`),
  each('v3-rendered', 'v3-schedules', (id, { at }) => `/v3/schedules/${id}?include[]=final_schedule&${ahead(at)}&time_zone=UTC`),
  atClockChange('v3-rendered-at-clock-change', 'v3-schedule', '/v3/schedules/ID?include[]=final_schedule&'),
  list('escalation-policies', '/escalation_policies?include[]=escalation_rule_assignment_strategies&limit=100&offset=0'),
  list('services', '/services?include[]=integrations&limit=100&offset=0', { secrets: ['integration_key', 'integration_email'] }),
  list('maintenance-windows', '/maintenance_windows?filter=open&limit=100&offset=0'),
  list('event-orchestrations', '/event_orchestrations?limit=100&offset=0', { secrets: ['routing_key'] }),
  each('event-orchestration-router', 'event-orchestrations', (id) => `/event_orchestrations/${id}/router`),
  list('rulesets', '/rulesets?limit=100&offset=0', { secrets: ['routing_keys'] }),
  {
    name: 'incidents',
    isHistory: true,
    windowDays: 150,
    ask: (about) => ({ path: `/incidents?${range(about)}&sort_by=created_at:asc&limit=100&offset=0` }),
    next: movingBy('since'),
  },
  {
    name: 'log-entries',
    isHistory: true,
    windowDays: 30,
    ask: (about) => ({ path: `/log_entries?${range(about)}&include[]=channels&limit=100&offset=0` }),
    next: movingBy('until'),
  },
  {
    name: 'notifications',
    isHistory: true,
    windowDays: 80,
    ask: (about) => ({ path: `/notifications?${range(about)}&limit=100&offset=0` }),
  },
  { name: 'oncalls', isHistory: true, windowDays: 80, ask: (about) => ({ path: `/oncalls?${range(about)}&limit=100&offset=0` }) },
  { name: 'audit-records', isHistory: true, windowDays: 30, ask: (about) => ({ path: `/audit/records?${range(about)}&limit=100` }) },
];

export const pagerduty: System = {
  name: 'pagerduty',
  title: 'PagerDuty',
  address: 'https://api.pagerduty.com',
  kinds,
  headersOf: (token) => ({ authorization: `Token token=${token}`, accept: 'application/vnd.pagerduty+json;version=2' }),
  waitOf: (headers) => numberOf(headers.get('ratelimit-reset')),
  next: nextOf,
  rows: rowsOf,
  people: { kind: 'users', id: 'id', names: ['email', 'name'] },
  untold: [
    'what became of a page: it tells that one was sent, not whether it arrived',
    'bodies of events as they were sent, where it has normalised them',
  ],
};
