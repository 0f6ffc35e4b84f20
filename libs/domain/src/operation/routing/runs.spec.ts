import fc from 'fast-check';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { severities } from '@tocsin/contracts/severities.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { idOf, recordedFacts } from '../../configuration.fixture.js';
import type { ReceivedSignal } from './received-signal.js';
import { Router } from './router.js';
import { itemBytesOf } from './items.js';
import type { ThreadRow } from './shared/thread-row.js';
import type { Tally } from './tally.js';
import type { StormRow } from './shared/storm-row.js';
import { stormsView } from './storms.view.js';
import { threadsView } from './threads.view.js';
import { alertmanager, alertOf, pagerduty } from './signals.fixture.js';

const start = '2026-11-21T03:00:00.000Z';
const aName = fc.constantFrom('Disk', 'Cpu', 'Ram');
const anAlert: fc.Arbitrary<SignalAlert> = fc
  .record({
    name: aName,
    state: fc.constantFrom('firing' as const, 'resolved' as const),
    severity: fc.constantFrom(...severities),
    age: fc.nat(3),
  })
  .map(({ age, name, ...alert }) => alertOf(name, { ...alert, startsAt: addMillis(start, age * 60_000) }));

const grouped = fc
  .record({
    key: fc.constantFrom('g1', 'g2', 'g3'),
    complete: fc.boolean(),
    cutList: fc.constantFrom(undefined, { listed: 1, of: 3 }, { listed: 1, of: 4 }),
    action: fc.constantFrom('trigger' as const, 'trigger' as const, 'resolve' as const),
    alerts: fc.uniqueArray(anAlert, { maxLength: 3, selector: (alert) => alert.fingerprint }),
  })
  .map(({ alerts, cutList, ...more }) =>
    alertmanager(alerts, { ...more, ...(cutList ? { cutList, complete: false } : {}), splitByName: more.key === 'g3' }),
  );
const singleSignal = fc
  .tuple(aName, fc.constantFrom('trigger' as const, 'acknowledge' as const, 'resolve' as const))
  .map(([key, action]) => pagerduty(key, action));

/** Signals in log order; their clock mostly moves forward, sometimes back. */
const history = fc
  .array(fc.tuple(fc.oneof(grouped, singleSignal), fc.integer({ min: -1, max: 8 }), fc.boolean()), { minLength: 1, maxLength: 40 })
  .map((messages) => {
    let at = start;
    return messages.map(([data, minutes, cut], n) => {
      at = addMillis(at, minutes * 60_000);
      const inbox = n % 5 === 0 ? 'inbox-n2' : 'inbox-n1';
      return {
        received: { eventId: idOf(`5${n}`), ordinal: n + 1, inbox, data: { ...data, receivedAt: at } } satisfies ReceivedSignal,
        cut,
      };
    });
  });

/** A storm, then signals at a slower and slower rate; some resolve, some fire again. */
const flood = fc
  .array(fc.tuple(fc.nat(90), fc.constantFrom('trigger' as const, 'trigger' as const, 'resolve' as const), fc.nat(120), fc.boolean()), {
    minLength: 20,
    maxLength: 60,
  })
  .map((later) => {
    const began = Array.from({ length: 55 }, (_, n) => [n, 'trigger', 1, n % 20 === 0] as const);
    let at = start;
    return [...began, ...later].map(([key, action, seconds, cut], n) => {
      at = addMillis(at, seconds * 1_000);
      const data = { ...pagerduty(`k${key}`, action), receivedAt: at };
      return { received: { eventId: idOf(`5${n}`), ordinal: n + 1, inbox: 'inbox-n1', data } satisfies ReceivedSignal, cut };
    });
  });

interface Routing {
  readonly memory: MemoryRows;
  readonly items: FactOf<'SignalsRouted'>['items'];
  readonly nextNumber: number;
}

/** Routes runs one after the other, each knowing of earlier ones only through the view; a fact holds `most` bytes. */
const routeRuns = (runs: readonly (readonly ReceivedSignal[])[], most?: number): Routing => {
  const memory = new MemoryRows([stormsView, threadsView]);
  const items: FactOf<'SignalsRouted'>['items'] = [];
  let nextNumber = 1;
  for (const run of runs) {
    const threads = memory.rows<ThreadRow>('threads');
    const reads = {
      thread: (id: string) => threads.get(id),
      threadsOf: (senderKey: string) => threads.where('senderKey', senderKey),
      threadsWith: (alert: string) => threads.where('alert', alert),
      service: () => undefined,
      integration: () => undefined,
      routeRules: () => undefined,
      ends: () => undefined,
      grouping: () => undefined,
      linking: () => undefined,
      recording: () => undefined,
      recordingsOf: () => [],
      inhibitingLabels: () => undefined,
      mutesOfAll: () => null,
      storm: (id: string) => memory.rows<StormRow>('storms').get(id),
      tally: (groupId: string) => threads.sum('groupId', groupId) as Tally | undefined,
    };
    let reachedKey = '';
    for (let remaining = run; remaining.length > 0;) {
      const router: Router = new Router(reads, nextNumber, most);
      let doneCount = 0;
      for (const signal of remaining) {
        const stoppedAt = router.route(signal, reachedKey);
        reachedKey = stoppedAt ?? '';
        if (stoppedAt !== null) break;
        doneCount += 1;
      }
      remaining = remaining.slice(doneCount);
      ({ nextNumber } = router);
      items.push(...router.items);
      if (most !== undefined)
        expect(router.items.length === 1 || router.items.reduce((sum, item) => sum + itemBytesOf(item), 0) <= most).toBe(true);
      const data = { from: 0, upTo: run.at(-1)!.ordinal, items: router.items, nextNumber };
      memory.apply({ ...recordedFacts([{ type: 'SignalsRouted', data }])[0]!, ordinal: memory.ordinal + 1 });
    }
  }
  return { memory, items, nextNumber };
};

const splitSignals = (signals: readonly { received: ReceivedSignal; cut: boolean }[]): ReceivedSignal[][] => {
  const runs: ReceivedSignal[][] = [[]];
  for (const { received, cut } of signals) {
    if (cut && runs.at(-1)!.length > 0) runs.push([]);
    runs.at(-1)!.push(received);
  }
  return runs;
};

describe('signals in runs', () => {
  it('are routed alike, however they were cut', () => {
    fc.assert(
      fc.property(history, (signals) => {
        const cutRouting = routeRuns(splitSignals(signals));
        const wholeRouting = routeRuns([signals.map(({ received }) => received)]);
        // threads of one key are read in id order, both from memory and in a run
        expect(cutRouting.items).toEqual(wholeRouting.items);
        expect(cutRouting.nextNumber).toBe(wholeRouting.nextNumber);
        expect(new Map(cutRouting.memory.rows('threads').entries())).toEqual(new Map(wholeRouting.memory.rows('threads').entries()));
      }),
      { numRuns: 300 },
    );
  });

  it('are routed alike in a storm, however they were cut', () => {
    fc.assert(
      fc.property(flood, (signals) => {
        const cutRouting = routeRuns(splitSignals(signals));
        const wholeRouting = routeRuns([signals.map(({ received }) => received)]);
        expect(cutRouting.items).toEqual(wholeRouting.items);
        for (const view of ['threads', 'storms'])
          expect(new Map(cutRouting.memory.rows(view).entries())).toEqual(new Map(wholeRouting.memory.rows(view).entries()));
      }),
      { numRuns: 100 },
    );
  });

  it('are routed alike, however few of their outcomes fit into one fact', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(1, 3_000, 8_000), (signals, most) => {
        const run = signals.map(({ received }) => received);
        const [cutRouting, wholeRouting] = [routeRuns([run], most), routeRuns([run])];
        expect(cutRouting.items).toEqual(wholeRouting.items);
        expect(cutRouting.nextNumber).toBe(wholeRouting.nextNumber);
        expect(new Map(cutRouting.memory.rows('threads').entries())).toEqual(new Map(wholeRouting.memory.rows('threads').entries()));
      }),
      { numRuns: 300 },
    );
  });

  it('each have an outcome, and numbers have no gaps', () => {
    fc.assert(
      fc.property(history, (signals) => {
        const { items, nextNumber } = routeRuns(splitSignals(signals));
        expect(new Set(items.map((item) => item.signal.eventId)).size).toBe(signals.length);
        const numbers = items.filter(({ outcome }) => outcome === 'opened').map(({ number }) => number);
        expect(numbers).toEqual(Array.from({ length: nextNumber - 1 }, (_, n) => n + 1));
      }),
      { numRuns: 200 },
    );
  });

  it('leave nothing firing behind a closed route that the sender closed', () => {
    fc.assert(
      fc.property(history, (signals) => {
        const { memory } = routeRuns(splitSignals(signals));
        for (const row of memory.rows<ThreadRow>('threads').all()) if (!row.open) expect(row.alerts).toEqual({});
      }),
      { numRuns: 200 },
    );
  });
});
