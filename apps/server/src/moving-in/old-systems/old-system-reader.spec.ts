import type { OldSystemRow } from '@tocsin/contracts/side-by-side/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { RehearsedGroup } from '@tocsin/domain/operation/side-by-side/views.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { NotifiedThere } from '@tocsin/moving-in/read-notified.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../../core/server-parts.js';
import { OldSystemReader } from './old-system-reader.js';
import type { OldSystemOrder, OldSystemReply } from './worker-messages.js';

const start = '2026-11-21T03:12:00.000Z';
const [serviceId, liveId, personId] = ['a1', 'a2', 'b1'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];

const there = (alertId: string, at: string, account = 'u1', theirs = 's1'): NotifiedThere => ({
  alertId,
  serviceId: theirs,
  at,
  pages: [{ account, at, method: 'SMS' }],
  endedAt: null,
});

/** A reader of one system, whose answers a test gives. */
const benchOf = () => {
  const clock = new ManualClock(start);
  const row: OldSystemRow = { id: 'goalert', host: 'h', tokenRef: 'ref', since: start, readUpTo: start, failing: null, revision: 0 };
  const bench = {
    rows: [row],
    groups: [] as RehearsedGroup[],
    epoch: 1,
    secret: JSON.stringify({ address: 'https://goalert.example.org/', token: 'planted-token' }) as string | null,
    orders: [] as OldSystemOrder[],
    sent: [] as { readonly type: string; readonly data: Record<string, unknown> }[],
    reply: (_order: OldSystemOrder): OldSystemReply | Promise<OldSystemReply> => ({ kind: 'read', alerts: [], addresses: {} }),
    troubles: 0,
  };
  const server = partOf<ServerParts>({
    clock,
    logKind: 'live',
    config: { roles: ['reactor'], allowCidrs: [] },
    memory: { onChange: () => () => {}, rows: () => ({ all: () => bench.groups.values() }) },
    reacting: {
      get epoch() {
        return bench.epoch;
      },
    },
    reads: {
      organisation: { get: () => undefined },
      oldSystems: { all: () => bench.rows.values() },
      configItems: {
        all: () =>
          [
            { id: serviceId, kind: 'Service', externalKey: 'goalert:goalert.example.org:service:s1' },
            { id: liveId, kind: 'Service', externalKey: 'goalert:goalert.example.org:service:s2' },
          ].values(),
      },
      people: { all: () => [{ id: personId, email: 'Ana@example.org' }].values() },
      services: { get: (id: string) => (id === serviceId ? { rehearsingSince: start } : {}) },
    },
    vault: { secret: () => bench.secret },
    troubles: { note: () => void (bench.troubles += 1) },
  });
  const reader = new OldSystemReader({
    server,
    dispatcher: {
      send: ((type: string, data: Record<string, unknown>) => {
        bench.sent.push({ type, data });
        if (type === 'RecordOldSystemRead') bench.rows = [{ ...bench.rows[0]!, readUpTo: String(data['to']) }];
        return Promise.resolve();
      }) as never,
    },
    read: async (order) => {
      bench.orders.push(order);
      return bench.reply(order);
    },
  });
  const passes = async (ms: number): Promise<void> => {
    const end = addMillis(clock.now(), ms);
    // the first round begins in a later turn
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = clock.nextAlarm(end); next !== undefined && next <= end; next = clock.nextAlarm(end)) {
      clock.moveTo(next);
      await reader.whenSettled;
    }
    clock.moveTo(end);
    await reader.whenSettled;
  };
  reader.start();
  return { bench, passes, reader };
};

const stretches = (orders: readonly OldSystemOrder[]) => orders.map(({ from, to }) => [from.slice(11, 19), to.slice(11, 19)]);

describe('the reader of an old system', () => {
  it('reads one stretch of time after the other, each some minutes late', async () => {
    const { bench, passes } = benchOf();
    await passes(20 * duration.minute);
    expect(stretches(bench.orders)).toEqual([
      ['03:12:00', '03:17:00'],
      ['03:17:00', '03:22:00'],
      ['03:22:00', '03:27:00'],
    ]);
  });

  it('catches up after it was away, by stretches that grow again, and compares nothing that it did not read', async () => {
    const { bench, passes } = benchOf();
    bench.reply = () => ({ kind: 'stopped', why: 'GoAlert can’t be reached: ECONNREFUSED.' });
    await passes(13 * duration.hour);
    expect(new Set(bench.sent.map(({ type }) => type))).toEqual(new Set(['RecordOldSystemNotRead']));
    bench.orders = [];
    bench.reply = () => ({ kind: 'read', alerts: [], addresses: {} });
    await passes(6 * duration.minute);
    expect(bench.orders.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 1_000).slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(bench.rows[0]!.readUpTo > '2026-11-21T16:1').toBe(true);
  });

  it('names people and services by our ids, leaves out what does not rehearse, and says nothing of who is unknown', async () => {
    const { bench, passes } = benchOf();
    const at = '2026-11-21T03:13:00.000Z';
    bench.reply = () => ({
      kind: 'read',
      alerts: [there('1', at), there('2', at, 'gone'), there('3', at, 'u1', 's2')],
      addresses: { u1: 'ana@example.org' },
    });
    await passes(9 * duration.minute);
    expect(bench.sent).toHaveLength(1);
    expect(bench.sent[0]!.data).toMatchObject({
      pairs: [
        { alertId: '1', serviceId },
        { alertId: '2', serviceId },
      ],
      pages: [{ personId }, { personId: null }],
    });
    expect(JSON.stringify(bench.sent)).not.toMatch(/example\.org|planted|gone/);
  });

  it('begins again after a clock that stood ahead', async () => {
    const { bench, passes } = benchOf();
    bench.rows = [{ ...bench.rows[0]!, readUpTo: '2026-12-21T03:12:00.000Z' }];
    await passes(6 * duration.minute);
    expect(stretches(bench.orders)).toEqual([
      ['03:04:00', '03:09:00'],
      ['03:09:00', '03:14:00'],
    ]);
  });

  it('reads a busy stretch in parts', async () => {
    const { bench, passes } = benchOf();
    const alerts = Array.from({ length: 250 }, (_, n) => there(String(n), addMillis(start, n * 1_000)));
    bench.reply = ({ from }) => ({ kind: 'read', alerts: alerts.filter(({ at }) => at >= from), addresses: {} });
    await passes(18 * duration.minute);
    const pages = bench.sent.flatMap(({ data }) => data['pages'] as unknown[]);
    expect([bench.sent.length > 1, pages.length]).toEqual([true, 250]);
  });

  it('reads nothing as a second server, or without its token', async () => {
    const { bench, passes } = benchOf();
    bench.epoch = 0;
    await passes(20 * duration.minute);
    expect(bench.orders).toEqual([]);
    bench.epoch = 1;
    bench.secret = null;
    await passes(10 * duration.minute);
    expect([bench.orders, bench.sent[0]!.data]).toEqual([[], { system: 'goalert', why: 'Its token is no longer stored.' }]);
  });

  it('goes on after a thread that breaks, and asks about what had not ended there', async () => {
    const { bench, passes } = benchOf();
    bench.reply = () => Promise.reject(new Error('out of memory'));
    await passes(9 * duration.minute);
    expect(bench.troubles).toBe(1);
    const group = {
      serviceId,
      openedAt: start,
      resolvedAt: null,
      signalledAt: [start],
      pagedAt: null,
      pendingSince: null,
      comparedTo: null,
    };
    bench.groups = [
      { id: personId, ...group, alerts: ['7'], isEndedThere: false },
      { id: liveId, ...group, alerts: ['8'], isEndedThere: true },
    ];
    bench.reply = () => ({ kind: 'read', alerts: [], addresses: {} });
    await passes(6 * duration.minute);
    expect(bench.orders.at(-1)!.follow).toEqual(['7']);
  });
});
