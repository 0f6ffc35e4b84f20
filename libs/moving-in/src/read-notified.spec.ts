import { ForeignSystem, type ForeignOptions } from '@tocsin/testing/foreign/foreign-system.js';
import type { Recorded } from '@tocsin/testing/foreign/recorded.js';
import { readNotified, type ComparableSystem, type Stretch } from './read-notified.js';
import { Client } from './rescue/client.js';
import { RescueStopped } from './rescue/rescue-stopped.js';
import { systemNamed } from './rescue/systems.js';

const token = 'tok-5f1e-planted-secret-0007';
const stretch: Stretch = { from: '2026-11-26T12:00:00.000Z', to: '2026-11-26T12:10:00.000Z', follow: [] };
const answer = (body: unknown): Recorded => ({ request: '', status: 200, body });
const at = (minute: number, second = 0): string => `2026-11-26T12:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}Z`;
const inMillis = (instant: string): string => new Date(instant).toISOString();

let system: ForeignSystem | undefined;
afterEach(async () => {
  await system?.stop();
  system = undefined;
});

const read = async (name: ComparableSystem, options: Partial<ForeignOptions>, asked: Partial<Stretch> = {}) => {
  const stopped = new RescueStopped('It asks to wait.');
  system = await ForeignSystem.start(name, { token, ...options });
  const own = systemNamed(name)!;
  const client = new Client(own, new URL(system.origin), own.headersOf(token, undefined), {
    now: () => new Date(),
    elapsed: () => 0,
    wait: () => Promise.reject(stopped),
    say: () => undefined,
    askHidden: () => Promise.resolve(null),
    env: {},
  });
  return readNotified(own, client, { ...stretch, ...asked });
};

const entry = (id: string, type: string, minute: number, more: object = {}) => ({
  id,
  type: `${type}_log_entry`,
  created_at: at(minute),
  incident: { id: 'Q1' },
  service: { id: 'PSERVICE' },
  ...more,
});
const notified = (id: string, minute: number, user: string, method = 'sms') =>
  entry(id, 'notify', minute, { user: { id: user, type: 'user_reference' }, channel: { type: 'auto', notification: { type: method } } });

const pagerduty = (...pages: readonly (readonly object[])[]): Partial<ForeignOptions> => ({
  instead: (path, url) => {
    if (path !== '/log_entries') return undefined;
    const offset = Number(url.searchParams.get('offset'));
    return answer({ log_entries: pages[offset / 100], limit: 100, offset, more: offset / 100 + 1 < pages.length });
  },
});

describe('PagerDuty', () => {
  it('tells by its log entries whom it notified, when, by which method, and when that ended', async () => {
    const entries = [
      entry('R1', 'trigger', 2),
      notified('R2', 3, 'PU1', 'phone'),
      entry('R4', 'acknowledge', 5),
      entry('R5', 'resolve', 9),
    ];
    expect((await read('pagerduty', pagerduty(entries, [notified('R3', 4, 'PU2')]))).alerts).toEqual([
      {
        alertId: 'Q1',
        serviceId: 'PSERVICE',
        at: inMillis(at(2)),
        endedAt: inMillis(at(5)),
        pages: [
          { account: 'PU1', at: inMillis(at(3)), method: 'phone' },
          { account: 'PU2', at: inMillis(at(4)), method: 'sms' },
        ],
      },
    ]);
  });

  it('is read from the first instant to before the last one: what lies outside is of another reading', async () => {
    const { alerts } = await read('pagerduty', pagerduty([notified('R1', 0, 'PU1'), notified('R2', 10, 'PU2'), notified('R3', 59, 'PU3')]));
    expect(alerts.flatMap(({ pages }) => pages.map(({ account }) => account))).toEqual(['PU1']);
  });

  it('tells addresses only where somebody was notified', async () => {
    expect((await read('pagerduty', pagerduty([entry('R1', 'trigger', 2)]))).addresses).toEqual({});
    expect(system!.requests.map(({ path }) => path.split('?')[0])).toEqual(['/log_entries']);
    await system!.stop();
    expect(Object.values((await read('pagerduty', pagerduty([notified('R1', 0, 'PU1')]))).addresses)).toContain(
      'ana.brandt@lindenport.example',
    );
  });

  it('is not read in part: a refusal, a page that is missing, or a wait stops it', async () => {
    const refusing: Partial<ForeignOptions> = { instead: () => ({ request: '', status: 403, body: {} }) };
    await expect(read('pagerduty', refusing)).rejects.toThrow('PagerDuty refuses to tell log-entries (403).');
    await system!.stop();
    await expect(read('pagerduty', { throttleEvery: 1 })).rejects.toThrow(RescueStopped);
    await system!.stop();
    await expect(read('pagerduty', { token: 'another' })).rejects.toThrow('PagerDuty refuses the token (401).');
  });

  it('is asked by GET alone', async () => {
    await read('pagerduty', pagerduty([notified('R1', 0, 'PU1')]));
    expect(new Set(system!.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

const message = (id: string, minute: number, more: object = {}) => ({
  id,
  createdAt: at(minute),
  sentAt: at(minute, 5),
  type: 'Alert',
  status: 'Delivered',
  userID: 'u1',
  userName: 'Ana',
  destination: 'SMS (+1)',
  serviceID: 's1',
  alertID: 7,
  ...more,
});
const goalert = (nodes: readonly object[], events: readonly object[] = []): Partial<ForeignOptions> => ({
  insteadOf: ({ operationName, variables }) => {
    const pageInfo = { endCursor: null, hasNextPage: false };
    if (operationName === 'MessageLogs') return { data: { messageLogs: { nodes, pageInfo } } };
    if (operationName === 'AlertEvents')
      return { data: { alert: { recentEvents: { nodes: variables['number'] === 7 ? events : [], pageInfo } } } };
    return undefined;
  },
});

describe('GoAlert', () => {
  it('tells by its message logs whom it notified, and by the events of an alert when that ended', async () => {
    const found = await read(
      'goalert',
      goalert([message('m1', 2)], [{ timestamp: at(4), message: 'Acknowledged by Ana Brandt via Web UI' }]),
    );
    expect(found.alerts).toEqual([
      {
        alertId: '7',
        serviceId: 's1',
        at: inMillis(at(2)),
        endedAt: inMillis(at(4)),
        pages: [{ account: 'u1', at: inMillis(at(2)), method: 'SMS' }],
      },
    ]);
    expect(Object.values(found.addresses)).toContain('ana.brandt@lindenport.example');
  });

  it('tells of shifts, tests, codes and ends of alerts, too: these are no pages', async () => {
    const others = ['AlertStatus', 'Test', 'Verification', 'ScheduleOnCallUsers'].map((type, n) => message(`m${n}`, n, { type }));
    expect((await read('goalert', goalert([...others, message('c', 5, { userID: null })]))).alerts).toEqual([]);
  });

  it('tells one message about several alerts by its service alone', async () => {
    const { alerts } = await read('goalert', goalert([message('m1', 2, { type: 'AlertBundle', alertID: null })]));
    expect(alerts).toMatchObject([{ alertId: null, serviceId: 's1', pages: [{ account: 'u1' }] }]);
  });

  it('is asked again about what had not ended', async () => {
    const found = await read('goalert', goalert([], [{ timestamp: at(4), message: 'Closed by Ana Brandt' }]), { follow: ['7'] });
    expect(found.alerts).toMatchObject([{ alertId: '7', pages: [], endedAt: inMillis(at(4)) }]);
  });
});

describe('Opsgenie', () => {
  it('tells of the others where one alert was deleted meanwhile', async () => {
    const alerts = ['gone', 'a1'].map((id) => ({ id, createdAt: at(2), responders: [{ type: 'team', id: 't1' }] }));
    const options: Partial<ForeignOptions> = {
      instead: (path) => {
        if (path === '/v2/alerts') return answer({ data: alerts });
        if (path.startsWith('/v2/alerts/gone')) return { request: '', status: 404, body: { message: 'Alert does not exist' } };
        return answer({ data: path.endsWith('/recipients') ? [{ user: { id: 'u1' }, method: 'SMS', createdAt: at(3) }] : alerts[1] });
      },
    };
    expect((await read('opsgenie', options)).alerts.map(({ alertId, pages }) => [alertId, pages.length])).toEqual([
      ['gone', 0],
      ['a1', 1],
    ]);
  });

  it('tells the recipients of each alert', async () => {
    const alert = { id: 'a1', createdAt: at(2), responders: [{ type: 'team', id: 't1' }], report: { ackTime: 180_000 } };
    const options: Partial<ForeignOptions> = {
      instead: (path) => {
        if (path === '/v2/alerts') return answer({ data: [alert] });
        if (path === '/v2/alerts/a1') return answer({ data: alert });
        if (path === '/v2/alerts/a1/recipients')
          return answer({
            data: [{ user: { id: 'u1', username: 'ana.brandt@lindenport.example' }, state: 'action', method: 'SMS', createdAt: at(3) }],
          });
        return undefined;
      },
    };
    expect((await read('opsgenie', options)).alerts).toEqual([
      {
        alertId: 'a1',
        serviceId: 't1',
        at: inMillis(at(2)),
        endedAt: inMillis(at(5)),
        pages: [{ account: 'u1', at: inMillis(at(3)), method: 'SMS' }],
      },
    ]);
  });
});
