import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { fixtureTime, idOf, recordedFacts } from '../../../configuration.fixture.js';
import type { ReceivedSignal } from '../received-signal.js';
import { recordingsView } from '../recordings.view.js';
import { Router } from '../router.js';
import type { RecordingRow } from '../shared/recording-row.js';
import type { ThreadRow } from '../shared/thread-row.js';
import { alertmanager, alertmanagerId, alertOf } from '../signals.fixture.js';
import { stormsView } from '../storms.view.js';
import { threadsView } from '../threads.view.js';

/** Everything of this name is recorded only. */
const rulesFor = (name: string) => ({
  id: alertmanagerId,
  teamId: idOf('7ea'),
  version: 1,
  rules: [
    {
      ruleId: idOf('101'),
      rows: [[{ label: 'alertname', operator: '=' as const, value: name }]],
      outcome: { kind: 'record_only' as const },
      isOn: true,
    },
  ],
  changedAt: fixtureTime,
  by: idOf('a1'),
});
type Message = ReturnType<typeof alertmanager>;

/** What becomes of the last of these messages; a fact holds `most` bytes, but at least one item. */
const outcomes = (messages: readonly Message[], recorded: string, most: number): readonly string[] => {
  const memory = new MemoryRows([stormsView, threadsView, recordingsView]);
  const threads = memory.rows<ThreadRow>('threads');
  const recordings = memory.rows<RecordingRow>('recordings');
  const reads = {
    thread: (id: string) => threads.get(id),
    threadsOf: (senderKey: string) => threads.where('senderKey', senderKey),
    threadsWith: (alert: string) => threads.where('alert', alert),
    grouping: () => undefined,
    linking: () => undefined,
    recording: (id: string) => recordings.get(id),
    recordingsOf: (senderKey: string) => recordings.where('senderKey', senderKey),
    routeRules: () => rulesFor(recorded),
    service: () => undefined,
    integration: () => undefined,
    ends: () => undefined,
    inhibitingLabels: () => undefined,
    mutesOfAll: () => null,
    storm: () => undefined,
    tally: () => undefined,
  };
  let items: RoutedSignal[] = [];
  for (const [n, message] of messages.entries()) {
    items = [];
    const data = { ...message, receivedAt: `2026-11-21T03:1${n}:00.000Z` };
    const received: ReceivedSignal = { eventId: idOf(`5${n}`), ordinal: n + 1, inbox: 'inbox-n1', data };
    for (let reached: string | null = ''; reached !== null;) {
      const router: Router = new Router(reads, 10 * n + items.length + 1, most);
      reached = router.route(received, reached);
      items.push(...router.items);
      const fact = { from: 0, upTo: n + 1, items: router.items, nextNumber: router.nextNumber };
      memory.apply({ ...recordedFacts([{ type: 'SignalsRouted', data: fact }])[0]!, ordinal: memory.ordinal + 1 });
    }
  }
  return items.map(({ thread, outcome, reason }) => `${thread.split('|').at(-1)} ${outcome} ${reason ?? ''}`);
};

const named = (...names: readonly string[]) => names.map((name) => alertOf(name));
const begins = alertmanager(named('Alpha', 'Zulu'), { splitByName: true });

describe.each(['Alpha', 'Zulu'])('a message of which %s is recorded only, when a fact is full in between', (recorded) => {
  it.each([
    ['leaves both out', alertmanager(named('Mid'), { splitByName: true }), 3],
    ['resolves both', alertmanager([], { splitByName: true, action: 'resolve' }), 2],
  ])('%s: neither is passed over', (_what, message, count) => {
    const whole = outcomes([begins, message], recorded, Infinity);
    expect(whole).toHaveLength(count);
    expect(outcomes([begins, message], recorded, 1)).toEqual(whole);
  });
});
