import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { idOf, recordedFacts } from '../../configuration.fixture.js';
import type { ReceivedSignal } from './received-signal.js';
import { Router } from './router.js';
import type { ThreadRow } from './shared/thread-row.js';
import type { Tally } from './tally.js';
import { threadsView } from './threads.view.js';
import { alertmanager, alertOf } from './signals.fixture.js';

/** Counts reads of alerts: each name that is read, and each look-up in a thread. */
class Looks {
  count = 0;

  counting<T extends object>(target: T): T {
    const noteLook = (): void => void (this.count += 1);
    return new Proxy(target, {
      get: (it, key, self) => (noteLook(), Reflect.get(it, key, self) as unknown),
      getOwnPropertyDescriptor: (it, key) => (noteLook(), Reflect.getOwnPropertyDescriptor(it, key)),
      has: (it, key) => (noteLook(), Reflect.has(it, key)),
    });
  }
}

const createAlerts = (n: number, more: Partial<SignalAlert> = {}, from = 0): SignalAlert[] =>
  Array.from({ length: n }, (_, index) => alertOf(`a${from + index}`, more));

/** The reads for these signals, with threads that have this many firing alerts. */
const looksOf = (keys: readonly string[], firing: number, signals: readonly ReturnType<typeof alertmanager>[]): number => {
  const looks = new Looks();
  const memory = new MemoryRows([threadsView]);
  const threads = memory.rows<ThreadRow>('threads');
  const countLooksOf = (row: ThreadRow): ThreadRow => ({ ...row, alerts: looks.counting(row.alerts) });
  const reads = {
    thread: (id: string) => {
      const row = threads.get(id);
      return row && countLooksOf(row);
    },
    threadsOf: (senderKey: string) => threads.where('senderKey', senderKey),
    threadsWith: (alert: string) => threads.where('alert', alert),
    service: () => undefined,
    integration: () => undefined,
    routeRules: () => undefined,
    grouping: () => undefined,
    linking: () => undefined,
    recording: () => undefined,
    recordingsOf: () => [],
    inhibitingLabels: () => undefined,
    mutesOfAll: () => null,
    storm: () => undefined,
    ends: () => undefined,
    tally: (groupId: string) => threads.sum('groupId', groupId) as Tally | undefined,
  };
  const receivedSignal = (data: ReturnType<typeof alertmanager>, n: number): ReceivedSignal => ({
    eventId: idOf(`5${n}`),
    ordinal: n + 1,
    inbox: 'inbox-n1',
    data: { ...data, receivedAt: '2026-11-21T03:00:00.000Z' },
  });
  const apply = (items: readonly RoutedSignal[]): void => {
    const data = {
      from: 0,
      upTo: 1,
      items: items.map((item) => ({ ...item, alerts: item.alerts.map((alert) => looks.counting(alert)) })),
      nextNumber: 1,
    };
    memory.apply({ ...recordedFacts([{ type: 'SignalsRouted', data }])[0]!, ordinal: memory.ordinal + 1 });
  };
  const before = new Router(reads, 1, Infinity);
  for (const [n, key] of keys.entries()) before.route(receivedSignal(alertmanager(createAlerts(firing), { key }), n));
  apply(before.items);
  looks.count = 0;
  const router = new Router(reads, 1, Infinity);
  for (const [n, data] of signals.entries()) {
    router.route(
      receivedSignal(
        { ...data, signal: { ...data.signal, alerts: data.signal.alerts.map((alert) => looks.counting(alert)) } },
        keys.length + n,
      ),
    );
  }
  apply(router.items);
  return looks.count;
};

const resolvedUnder = (n: number) => alertmanager(createAlerts(n, { state: 'resolved' }), { key: 'g0', action: 'resolve' });

describe('what a signal costs', () => {
  it.each<[string, (n: number) => number]>([
    ['a message that leaves all of them out', (n) => looksOf(['g0'], n, [alertmanager(createAlerts(1, {}, 9_000), { key: 'g0' })])],
    ['a message that lists all of them', (n) => looksOf(['g0'], n, [alertmanager(createAlerts(n), { key: 'g0' })])],
    [
      'a message that resolves all of them',
      (n) => looksOf(['g0'], n, [alertmanager(createAlerts(n, { state: 'resolved' }), { key: 'g0', complete: false })]),
    ],
    ['a resolve under one key of what fires under three', (n) => looksOf(['g0', 'g1', 'g2'], n, [resolvedUnder(n)])],
    ['a sender that groups by nothing', (n) => looksOf([], 0, [alertmanager(createAlerts(n), { splitByName: true })])],
  ])('grows with its alerts, not with their square: %s', (_what, looks) => {
    expect(looks(1_000)).toBeLessThan(looks(500) * 2.2);
  });

  it('does not grow with what fires already, signal by signal', () => {
    const signals = (n: number) =>
      Array.from({ length: n }, (_, index) => alertmanager(createAlerts(1, {}, 9_000 + index), { key: 'g0', complete: false }));
    const countLooks = (n: number): number => looksOf(['g0'], 1_000, signals(n));
    // a hundred more signals read their own alerts, and not the thousand that fire
    expect(countLooks(200) - countLooks(100)).toBeLessThan(100 * 50);
  });
});
