import type { Actor } from '@tocsin/contracts/envelope.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import type { SpillStore } from './spilling-map.js';
import { sourceOf } from './source.js';
import { maxListed, collectWhatIf, foldStart, runWhatIfs, type WhatIfRun } from './what-if.js';
import { World } from './world.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const someOrders = 20;

/** Some orders, each dropped after a minute; then the given number of price changes. */
const shopOf = ({ orders, prices }: { readonly orders: number; readonly prices: number }): World => {
  const world = new World(toyShop, { start: '2026-11-21T03:12:00.000Z', logOpened: {} });
  for (let n = 0; n < orders; n += 1) world.run({ type: 'Order', data: { id: `o${n}` } }, { actor });
  world.advance(600_000);
  for (let price = 0; price < prices; price += 1) {
    world.record('prices', [{ type: 'PriceSet', data: { price } }], actor);
    world.advance(1_000);
  }
  return world;
};

const spill = (): SpillStore & { readonly keys: () => readonly string[] } => {
  const values = new Map<string, unknown>();
  return {
    put: (key, value) => void values.set(key, structuredClone(value)),
    get: (key) => values.get(key),
    keys: () => [...values.keys()],
  };
};

describe('what would have happened', () => {
  it('lets go of what is closed, on both sides, before there is much of it', () => {
    const { events } = shopOf({ orders: someOrders, prices: 2_000 });
    const lies = spill();
    const { divergences } = collectWhatIf(toyShop, events, { streams: { store: lies, capacity: 100 }, window: 50, keeps: 50 });
    expect(divergences).toEqual([]);
    for (const side of ['ahead', 'world']) {
      expect(lies.keys().filter((key) => key.startsWith(`${side} order-`))).toHaveLength(someOrders);
    }
  });

  it('plays variants side by side, each as it would by itself, from one part before the range', () => {
    const { events } = shopOf({ orders: someOrders, prices: 200 });
    const options = { after: someOrders, window: 5 };
    const variants = [{}, { change: () => 'lost' as const }, {}];
    const createSpill = () => ({ streams: { store: spill(), capacity: 3 } });
    const comesTo = ({ world, divergences, impossible }: WhatIfRun) => [world.events, [...divergences], impossible];
    const expected = variants.map((variant) => comesTo(collectWhatIf(toyShop, events, { ...options, ...variant })));
    for (const more of [() => ({}), createSpill]) {
      const steps = runWhatIfs(
        toyShop,
        events,
        { ...options, ...more() },
        variants.map((variant) => ({ ...variant, ...more() })),
      );
      let step = steps.next();
      while (!step.done) step = steps.next();
      expect(step.value.map(comesTo)).toEqual(expected);
    }
    expect(expected[0]).not.toEqual(expected[1]);
  });

  it('plays variants from a start that was folded once, one after the other, each as it would by itself', () => {
    const { events } = shopOf({ orders: someOrders, prices: 200 });
    const options = { after: 100, window: 5 };
    const end = <Result>(steps: Generator<unknown, Result, void>): Result => {
      for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
    };
    const comesTo = ({ world, divergences, impossible }: WhatIfRun) => [world.events, [...divergences], impossible];
    const folded = end(foldStart(toyShop, sourceOf(events), options));
    expect(folded.ordinal).toBe(95);
    for (const variant of [{}, { change: () => 'lost' as const }, {}]) {
      const [run] = end(runWhatIfs(toyShop, events, options, [variant], folded));
      expect(comesTo(run!)).toEqual(comesTo(collectWhatIf(toyShop, events, { ...options, ...variant })));
    }
  });

  it('lists the first acts that could not have been done, and counts the others', () => {
    const { events } = shopOf({ orders: maxListed + 100, prices: 0 });
    const { refused, impossible } = collectWhatIf(toyShop, events, { change: () => 'lost' });
    expect(refused).toHaveLength(maxListed);
    expect(impossible).toEqual({ refused: 0, lost: maxListed + 100 });
  });

  it('comes out the same when it is replayed once more, where time went back behind an act that is gone', () => {
    const live = new World(toyShop, { start: '2026-11-21T03:12:00.000Z' });
    live.advance(40);
    live.run({ type: 'Order', data: { id: 'o1' } }, { actor });
    live.now = '2026-11-21T03:12:00.038Z';
    live.record('cups', [{ type: 'CupSold', data: {} }], actor);
    const { world } = collectWhatIf(toyShop, live.events, { change: () => null });
    expect(world.events.map(({ type, meta }) => [type, meta.at])).toEqual([
      ['CupSold', '2026-11-21T03:12:00.040Z'],
      ['Counted', '2026-11-21T03:12:00.040Z'],
    ]);
    expect(collectWhatIf(toyShop, world.events).divergences).toEqual([]);
  });
});
