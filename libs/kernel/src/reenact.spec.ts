import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { toyShop } from '@tocsin/testing/toy-shop.js';
import { systemActor } from './process.js';
import { reenact } from './reenact.js';
import type { Domain } from './registry.js';
import type { Answer } from './awaited-answers.js';
import { World } from './world.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const bank = ({ type, data }: Recorded): Answer | undefined => {
  if (type !== 'Asked') return undefined;
  const { id } = data as { id: string };
  return id === 'o3' ? undefined : { command: { type: 'Pay', data: { id, ok: id === 'o1' } }, after: 5 };
};

/** Cups, a price, an order that is paid, one that is declined, one that hears nothing; both of these are dropped. */
const aDay = (domain: Domain = toyShop): World => {
  const world = new World(domain, { start: '2026-11-21T03:12:00.000Z', logOpened: {}, answer: bank });
  world.record('prices', [{ type: 'PriceSet', data: { price: 10 } }], actor);
  world.record(
    'cups',
    [
      { type: 'CupSold', data: {} },
      { type: 'CupSold', data: {} },
    ],
    systemActor,
  );
  for (const id of ['o1', 'o2', 'o3']) {
    world.run({ type: 'Order', data: { id } }, { actor });
    world.advance(1_000);
  }
  world.record('prices', [{ type: 'PriceSet', data: { price: 20 } }], actor);
  world.run({ type: 'Order', data: { id: 'o4' } }, { actor });
  world.advance(600_000);
  return world;
};
const faultless = { differences: [], missing: [], late: [], otherLogic: 0 };
const { events } = aDay();
const find = (type: string, n = 0): Recorded => events.filter((event) => event.type === type)[n]!;
const without = (gone: Recorded) => events.filter((event) => event !== gone);
const changed = (which: Recorded, change: (event: Recorded) => Recorded) =>
  events.map((event) => (event === which ? change(event) : event));

describe('re-enacting a history', () => {
  it('decides everything again: acts, reactions, runs, timers and answers', () => {
    const verbatim = 1 + 2 + 1;
    expect(reenact(toyShop, events, { lateness: 0 })).toEqual({
      ...faultless,
      batches: events.length - 1,
      checked: events.length - 1 - verbatim,
      verbatim,
    });
  });

  it('reports a decision that comes out differently', () => {
    const odd = find('Ordered', 1);
    const { differences } = reenact(
      toyShop,
      changed(odd, (event) => ({ ...event, data: { ...(event.data as object), price: 11 } })),
    );
    expect(differences).toMatchObject([{ ordinal: odd.ordinal, stream: 'order-o2', why: 'input Order decides otherwise' }]);
    expect(differences[0]!.expected).toContain('"price":11');
    expect(differences[0]!.actual).toContain('"price":10');
  });

  it('can’t compare what was erased since, and compares the rest', () => {
    const odd = find('Ordered', 1);
    const erased = (more: object) =>
      changed(odd, (event) => ({ ...event, data: { ...(event.data as object), price: { erased: true }, ...more } }));
    expect(reenact(toyShop, erased({})).differences).toEqual([]);
    expect(reenact(toyShop, erased({ nothing: { erased: true } })).differences).toHaveLength(1);
  });

  it('reports an id that does not belong to its command', () => {
    const odd = find('Asked');
    const renamed = reenact(
      toyShop,
      changed(odd, (event) => ({ ...event, id: '01900000-0000-7000-8000-000000000001' })),
    );
    expect(renamed.differences[0]).toMatchObject({ ordinal: odd.ordinal, why: 'reaction Ask decides otherwise' });
  });

  it('decides with memory as of what was read, in whatever order batches were appended', () => {
    const last = find('Ordered', 3);
    const early = (price: number) => (event: Recorded) => ({
      ...event,
      data: { ...(event.data as object), price },
      meta: { ...event.meta, readUpTo: find('PriceSet', 1).ordinal - 1 },
    });
    expect(reenact(toyShop, changed(last, early(10)))).toMatchObject(faultless);
    expect(reenact(toyShop, changed(last, early(20))).differences).toMatchObject([{ ordinal: last.ordinal }]);
  });

  it('reports a reaction that is missing, unless it may be pending', () => {
    const asked = events.findIndex((event) => event === find('Asked', 3));
    const cut = events.slice(0, asked);
    expect(reenact(toyShop, cut).missing).toEqual([{ ordinal: find('Ordered', 3).ordinal, stream: 'order-o4', command: 'Ask' }]);
    expect(reenact(toyShop, cut, { pendingOk: 1 }).missing).toEqual([]);
  });

  it('reports a lost reaction, a lost run and a lost timer in the middle of a history', () => {
    expect(reenact(toyShop, without(find('Asked', 2))).missing).toMatchObject([{ command: 'Ask', stream: 'order-o3' }]);
    expect(reenact(toyShop, without(find('Counted'))).missing).toMatchObject([
      { command: 'the run of CupSold' },
      { command: 'the run of CupSold' },
    ]);
    expect(reenact(toyShop, without(find('Dropped', 1)), { lateness: 500 }).late).toMatchObject([
      { stream: 'order-o3', timer: 'drop', by: 1_000 },
    ]);
  });

  it('reports a cause that is missing, and what nobody asked for', () => {
    const faults = reenact(toyShop, without(find('Ordered', 2))).differences;
    expect(faults.map(({ why }) => why)).toContain('nothing on the log asks for it');
    expect(faults.map(({ why }) => why)).toContain('events of this stream are missing');
  });

  it('does not take a missing reaction for a fault when it came to nothing', () => {
    const world = aDay();
    const shy: Domain = {
      ...toyShop,
      processes: [...toyShop.processes, { name: 'again', on: { Paid: { then: ({ data }: Recorded) => [{ type: 'Ask', data }] } } }],
    };
    expect(reenact(shy, world.events)).toMatchObject(faultless);
  });

  it('finds chance in a decider', () => {
    const [orders, till] = toyShop.deciders;
    const dice: Domain = {
      ...toyShop,
      deciders: [
        {
          ...orders!,
          decide: { ...orders!.decide, Ask: ({ id }: { id: string }) => [{ type: 'Asked', data: { id, luck: Math.random() } }] },
        },
        till!,
      ],
    };
    expect(reenact(dice, aDay(dice).events).differences).toHaveLength(4);
  });

  it('compares nothing that other rules have decided', () => {
    const { checked, otherLogic, differences } = reenact({ ...toyShop, logic: 'tea-2' }, events);
    expect({ checked, differences }).toEqual({ checked: 0, differences: [] });
    expect(otherLogic).toBeGreaterThan(5);
  });
});
