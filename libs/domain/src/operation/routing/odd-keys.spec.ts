import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { ReceivedSignal } from './received-signal.js';
import { Router } from './router.js';
import type { RoutingReads } from './routing-reads.js';
import { threadOf } from './shared/opened-group.js';
import { Thread } from './thread.js';
import { type ThreadRow } from './shared/thread-row.js';

const noReads: RoutingReads = {
  thread: () => undefined,
  threadsOf: () => [],
  threadsWith: () => [],
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
  tally: () => undefined,
  ends: () => undefined,
};
const oddKeys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

const alertOf = (fingerprint: string, state: 'firing' | 'resolved'): Signal['alerts'][number] => ({
  fingerprint,
  state,
  startsAt: '2026-11-21T03:00:00.000Z',
  name: 'Odd',
  summary: 'Odd',
  severity: 'critical',
  severityWord: 'critical',
  labels: {},
  links: [],
  details: null,
});

const receivedSignal = (n: number, key: string, alerts: Signal['alerts'], action: Signal['action'] = 'trigger'): ReceivedSignal => ({
  eventId: `00000000-0000-4000-8000-00000000000${n}`,
  ordinal: n,
  inbox: 'inbox-n1',
  data: {
    integrationId: 'i',
    serviceId: 's',
    kind: 'alertmanager',
    receivedAt: `2026-11-21T03:00:0${n}.000Z`,
    signal: { action, key, shape: 'group', complete: true, splitByName: false, alerts, cut: [], test: false },
  },
});

describe.each(oddKeys)('an alert that its sender calls %s', (fingerprint) => {
  it('fires once, repeats, and is resolved by its absence', () => {
    const router = new Router(noReads, 1);
    router.route(receivedSignal(1, 'k', [alertOf(fingerprint, 'firing'), alertOf('other', 'firing')]));
    router.route(receivedSignal(2, 'k', [alertOf(fingerprint, 'firing'), alertOf('other', 'firing')]));
    router.route(receivedSignal(3, 'k', [alertOf('other', 'firing')]));
    expect(router.items.map(({ outcome, alerts }) => [outcome, ...alerts.map((alert) => alert.fingerprint)])).toEqual([
      ['opened', fingerprint, 'other'],
      ['repeat'],
      ['changed', fingerprint],
    ]);
  });

  it('keeps its beginning, and survives being written as JSON', () => {
    const row = { alerts: JSON.parse(`{"${fingerprint}":{"startsAt":null,"severity":"info"}}`) } as ThreadRow;
    expect(new Thread(row).alert(fingerprint)).toMatchObject({ severity: 'info' });
    expect(new Thread({ ...row, alerts: {} }).alert(fingerprint)).toBeUndefined();
  });
});

it.each(oddKeys)('a group whose key is %s opens, and is resolved by its sender', (key) => {
  const router = new Router(noReads, 1);
  router.route(receivedSignal(1, key, [alertOf('a', 'firing')]));
  router.route(receivedSignal(2, key, [alertOf('a', 'resolved')], 'resolve'));
  expect(router.items.map(({ outcome, thread }) => [outcome, thread])).toEqual([
    ['opened', threadOf('i', key)],
    ['resolved', threadOf('i', key)],
  ]);
});
