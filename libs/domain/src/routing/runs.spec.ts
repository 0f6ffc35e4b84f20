import fc from 'fast-check';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { severities, type SignalAlert } from '@tocsin/contracts/signals.js';
import { MemoryRows, type Rows } from '@tocsin/kernel/memory-rows.js';
import { plus } from '@tocsin/kernel/time.js';
import { idOf, recordedFacts } from '../configuration.fixture.js';
import { Router, type Received } from './router.js';
import { fingerprintsView, routesView, type FingerprintRow, type RouteRow } from './routes.view.js';
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
    action: fc.constantFrom('trigger' as const, 'trigger' as const, 'resolve' as const),
    alerts: fc.uniqueArray(anAlert, { maxLength: 3, selector: (alert) => alert.fingerprint }),
  })
  .map(({ alerts, ...more }) => alertmanager(alerts, { ...more, splitByName: more.key === 'g3' }));
const single = fc
  .tuple(aName, fc.constantFrom('trigger' as const, 'acknowledge' as const, 'resolve' as const))
  .map(([key, action]) => pagerduty(key, action));

/** Signals in log order; their clock mostly goes on, and sometimes back. */
const history = fc
  .array(fc.tuple(fc.oneof(grouped, single), fc.integer({ min: -1, max: 8 }), fc.boolean()), { minLength: 1, maxLength: 40 })
  .map((messages) => {
    let at = start;
    return messages.map(([data, minutes, cut], n) => {
      at = plus(at, minutes * 60_000);
      return { received: { eventId: idOf(`5${n}`), ordinal: n + 1, data: { ...data, receivedAt: at } } satisfies Received, cut };
    });
  });

interface Routing {
  readonly memory: MemoryRows;
  readonly items: FactOf<'SignalsRouted'>['items'];
  readonly nextNumber: number;
}

const reader =
  <Row>(rows: Rows<Row>) =>
  (id: string): Row | undefined =>
    rows.get(id);

/** Routes runs one after the other, each knowing of the others only what the views kept. */
const routed = (runs: readonly (readonly Received[])[]): Routing => {
  const memory = new MemoryRows([routesView, fingerprintsView]);
  const items: FactOf<'SignalsRouted'>['items'] = [];
  let nextNumber = 1;
  for (const run of runs) {
    const routes = memory.rows<RouteRow>('routes');
    const reads = {
      route: reader(routes),
      routesOf: (senderKey: string) => routes.where('senderKey', senderKey),
      fingerprint: reader(memory.rows<FingerprintRow>('fingerprints')),
      service: () => undefined,
    };
    const router = new Router(reads, nextNumber);
    for (const signal of run) router.route(signal);
    ({ nextNumber } = router);
    items.push(...router.items);
    const data = { from: 0, upTo: run.at(-1)!.ordinal, items: router.items, nextNumber };
    memory.apply(recordedFacts([{ type: 'SignalsRouted', data }])[0]!);
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
        // routes of one key are read in the order of their ids, in memory and in a run alike
        expect(cut.items).toEqual(whole.items);
        expect(cut.nextNumber).toBe(whole.nextNumber);
        for (const view of ['routes', 'fingerprints'])
          expect(new Map(cut.memory.rows(view).entries())).toEqual(new Map(whole.memory.rows(view).entries()));
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
        for (const row of memory.rows<RouteRow>('routes').all()) {
          if (!row.open) expect(Object.values(row.alerts).filter((alert) => alert.firing)).toEqual([]);
        }
        for (const row of memory.rows<FingerprintRow>('fingerprints').all()) {
          const fingerprint = row.id.split('|')[1]!;
          for (const route of row.routes) expect(memory.rows<RouteRow>('routes').get(route)!.alerts[fingerprint]?.firing).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
