import type { ForeignName } from './manners.js';
import type { Recorded } from './recorded.js';

export interface PastOptions {
  /** Alerts that were, all of Opsgenie: a minute apart. Absent: three. */
  readonly alerts?: number;
}

const answer = (body: unknown): Recorded => ({ request: '', status: 200, body });
const begin = Date.parse('2025-11-01T00:00:00.000Z');
const deepest = 20_000;

const alertId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const alert = (n: number) => ({
  id: alertId(n),
  tinyId: String(n),
  message: `Disk of db-${n % 40} is full`,
  status: 'closed',
  priority: 'P1',
  owner: 'ana.brandt@lindenport.example',
  createdAt: new Date(begin + n * 60_000).toISOString(),
});

/** From the window’s first alert on, by pages, and no deeper than the real one goes. */
function alertsPage(url: URL, count: number): Recorded {
  const from = Number(/createdAt>=(-?\d+)/.exec(url.searchParams.get('query') ?? '')?.[1] ?? 0);
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name))) as [number, number];
  if (offset + limit > deepest)
    return { request: '', status: 422, body: { message: 'Sum of offset and limit should be lower than 20000.' } };
  const first = Math.max(0, Math.ceil((from - begin) / 60_000)) + offset;
  const rows = Array.from({ length: Math.max(0, Math.min(limit, count - first)) }, (_, n) => alert(first + n));
  const next = new URL(url);
  next.searchParams.set('offset', String(offset + limit));
  return answer({ data: rows, paging: first + limit < count ? { next: next.href } : {}, took: 0.1, requestId: String(first) });
}

const opsgenie = (path: string, url: URL, { alerts = 3 }: PastOptions): Recorded | undefined => {
  if (path === '/v2/alerts') return alertsPage(url, alerts);
  const [, id, part] = /^\/v2\/alerts\/([\w-]+)\/?(\w*)$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  if (part === '') return answer({ data: { ...alert(Number(id.slice(-12))), description: 'Ana Brandt knows this one', details: {} } });
  if (part === 'logs')
    return answer({
      data: [
        {
          log: 'Alert acknowledged by [Ana Brandt]',
          type: 'system',
          owner: 'ana.brandt@lindenport.example',
          createdAt: '2025-11-01T00:01:00Z',
        },
      ],
    });
  return answer({ data: part === 'recipients' ? [{ user: { id: '1' }, state: 'action', method: 'Acknowledge' }] : [] });
};

const lists: Readonly<Record<string, unknown>> = {
  '/incidents': {
    incidents: [{ id: 'Q1', title: 'Disk is full', created_at: '2026-11-01T00:00:00Z' }],
    limit: 100,
    offset: 0,
    more: false,
  },
  '/log_entries': {
    log_entries: [
      { id: 'R1', type: 'acknowledge_log_entry', agent: { id: 'P03F81A', summary: 'Ana Brandt' }, created_at: '2026-11-01T00:01:00Z' },
    ],
    limit: 100,
    offset: 0,
    more: false,
  },
  '/notifications': { notifications: [], limit: 100, offset: 0, more: false },
  '/oncalls': { oncalls: [], limit: 100, offset: 0, more: false },
  '/audit/records': { records: [], next_cursor: null, limit: 100 },
  '/rulesets': { rulesets: [], limit: 100, offset: 0, more: false },
  '/alert_groups/': {
    count: 1,
    next: null,
    results: [{ id: 'I1', acknowledged_by: 'UYZEADZDEB26C', last_alert: { payload: { text: 'Ana Brandt' } } }],
  },
  '/alerts/': { count: 0, next: null, results: [] },
  '/resolution_notes/': { count: 0, next: null, results: [] },
  Alerts: {
    data: { alerts: { nodes: [{ id: '1', alertID: 1, summary: 'Disk is full' }], pageInfo: { endCursor: 'x', hasNextPage: false } } },
  },
  AlertEvents: {
    data: {
      alert: { recentEvents: { nodes: [{ message: 'Acknowledged by Ana Brandt' }], pageInfo: { endCursor: null, hasNextPage: false } } },
    },
  },
  MessageLogs: { data: { messageLogs: { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } } } },
};

/** What a system tells of its past, beside what is recorded; undefined: nothing. */
export const pastAnswers = (system: ForeignName, path: string, url: URL, options: PastOptions): Recorded | undefined =>
  system === 'opsgenie' ? opsgenie(path, url, options) : Object.hasOwn(lists, path) ? answer(lists[path]) : undefined;
