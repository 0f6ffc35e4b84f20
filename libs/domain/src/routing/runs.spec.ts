import fc from 'fast-check';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { severities } from '@tocsin/contracts/severities.js';
import type { SignalAlert } from '@tocsin/contracts/signals.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { plus } from '@tocsin/kernel/time.js';
import { idOf, recordedFacts } from '../configuration.fixture.js';
import type { Received } from './received.js';
import { Router } from './router.js';
import { bytesOfItem } from './items.js';
import type { ThreadRow } from './shared/thread-row.js';
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
  .map(({ age, name, ...alert }) => alertOf(name, { ...alert, startsAt: plus(start, age * 60_000) }));

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
const single = fc
  .tuple(aName, fc.constantFrom('trigger' as const, 'acknowledge' as const, 'resolve' as const))
  .map(([key, action]) => pagerduty(key, action));

/** Signals in log order; their clock mostly moves forward, sometimes back. */
const history = fc
  .array(fc.tuple(fc.oneof(grouped, single), fc.integer({ min: -1, max: 8 }), fc.boolean()), { minLength: 1, maxLength: 40 })
  .map((messages) => {
    let at = start;
    return messages.map(([data, minutes, cut], n) => {
      at = plus(at, minutes * 60_000);
      const inbox = n % 5 === 0 ? 'inbox-n2' : 'inbox-n1';
      return { received: { eventId: idOf(`5${n}`), ordinal: n + 1, inbox, data: { ...data, receivedAt: at } } satisfies Received, cut };
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
      at = plus(at, seconds * 1_000);
      const data = { ...pagerduty(`k${key}`, action), receivedAt: at };
      return { received: { eventId: idOf(`5${n}`), ordinal: n + 1, inbox: 'inbox-n1', data } satisfies Received, cut };
    });
  });

interface Routing {
  readonly memory: MemoryRows;
  readonly items: FactOf<'SignalsRouted'>['items'];
  readonly nextNumber: number;
}

/** Routes runs one after the other, each knowing of earlier ones only through the view; a fact holds `most` bytes. */
const routed = (runs: readonly (readonly Received[])[], most?: number): Routing => {
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
      storm: (id: string) => memory.rows<StormRow>('storms').get(id),
      threadsIn: (groupId: string) => threads.where('groupId', groupId),
    };
    let reached = '';
    for (let left = run; left.length > 0;) {
      const router: Router = new Router(reads, nextNumber, most);
      let done = 0;
      for (const signal of left) {
        const stopped = router.route(signal, reached);
        reached = stopped ?? '';
        if (stopped !== null) break;
        done += 1;
      }
      left = left.slice(done);
      ({ nextNumber } = router);
      items.push(...router.items);
      if (most !== undefined)
        expect(router.items.length === 1 || router.items.reduce((sum, item) => sum + bytesOfItem(item), 0) <= most).toBe(true);
      const data = { from: 0, upTo: run.at(-1)!.ordinal, items: router.items, nextNumber };
      memory.apply({ ...recordedFacts([{ type: 'SignalsRouted', data }])[0]!, ordinal: memory.ordinal + 1 });
    }
  }
  return { memory, items, nextNumber };
};

const split = (signals: readonly { received: Received; cut: boolean }[]): Received[][] => {
  const runs: Received[][] = [[]];
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
        const cut = routed(split(signals));
        const whole = routed([signals.map(({ received }) => received)]);
        // threads of one key are read in id order, both from memory and in a run
        expect(cut.items).toEqual(whole.items);
        expect(cut.nextNumber).toBe(whole.nextNumber);
        expect(new Map(cut.memory.rows('threads').entries())).toEqual(new Map(whole.memory.rows('threads').entries()));
      }),
      { numRuns: 300 },
    );
  });

  it('are routed alike in a storm, however they were cut', () => {
    fc.assert(
      fc.property(flood, (signals) => {
        const cut = routed(split(signals));
        const whole = routed([signals.map(({ received }) => received)]);
        expect(cut.items).toEqual(whole.items);
        for (const view of ['threads', 'storms'])
          expect(new Map(cut.memory.rows(view).entries())).toEqual(new Map(whole.memory.rows(view).entries()));
      }),
      { numRuns: 100 },
    );
  });

  it('are routed alike, however few of their outcomes fit into one fact', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(1, 3_000, 8_000), (signals, most) => {
        const run = signals.map(({ received }) => received);
        const [cut, whole] = [routed([run], most), routed([run])];
        expect(cut.items).toEqual(whole.items);
        expect(cut.nextNumber).toBe(whole.nextNumber);
        expect(new Map(cut.memory.rows('threads').entries())).toEqual(new Map(whole.memory.rows('threads').entries()));
      }),
      { numRuns: 300 },
    );
  });

  it('each have an outcome, and numbers have no gaps', () => {
    fc.assert(
      fc.property(history, (signals) => {
        const { items, nextNumber } = routed(split(signals));
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
        const { memory } = routed(split(signals));
        for (const row of memory.rows<ThreadRow>('threads').all()) if (!row.open) expect(row.alerts).toEqual({});
      }),
      { numRuns: 200 },
    );
  });
});
