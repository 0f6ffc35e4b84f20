import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { findLateTimers } from '@tocsin/testing/late-timers.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { systemActor } from '../react/process.js';
import { reenact } from './reenact.js';
import type { Domain } from '../registry.js';
import type { ExternalAnswer } from './pending-answers.js';
import { World } from './world.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const bankAnswer = ({ type, data }: Recorded): ExternalAnswer | undefined => {
  if (type !== 'Asked') return undefined;
  const { id } = data as { id: string };
  return id === 'o3' ? undefined : { command: { type: 'Pay', data: { id, ok: id === 'o1' } }, after: 5 };
};

/**
 * A history of cups: a price, an order that is paid, one that is declined, one without an answer; the last two are
 * dropped.
 */
const playDay = (domain: Domain = toyShop): World => {
  const world = new World(domain, { start: '2026-11-21T03:12:00.000Z', logOpened: {}, answer: bankAnswer });
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
const faultless = { differences: [], missing: [], otherLogic: 0 };
const { events } = playDay();
const find = (type: string, n = 0): Recorded => events.filter((event) => event.type === type)[n]!;
const withoutEvent = (removedEvent: Recorded) => events.filter((event) => event !== removedEvent);
const changeEvent = (target: Recorded, change: (event: Recorded) => Recorded) =>
  events.map((event) => (event === target ? change(event) : event));

describe('re-enacting a history', () => {
  it('decides everything again: acts, reactions, runs, timers and answers', () => {
    const verbatimCount = 1 + 2 + 1;
    expect(reenact(toyShop, events)).toEqual({
      ...faultless,
      batches: events.length - 1,
      checked: events.length - 1 - verbatimCount,
      verbatim: verbatimCount,
      stretches: [
        { logic: toyShop.logic, batches: events.length - 1 - verbatimCount, checked: events.length - 1 - verbatimCount, differences: 0 },
      ],
    });
  });

  it('reports what names no cause, though it came of one', () => {
    const withoutCause = (target: Recorded) =>
      reenact(
        toyShop,
        changeEvent(target, (event) => ({ ...event, meta: { ...event.meta, causationId: null } })),
      ).differences.map(({ ordinal, why }) => [ordinal, why]);
    const [reaction, timer, run] = [find('Asked'), find('Dropped'), find('Counted')];
    expect(withoutCause(reaction)).toContainEqual([reaction.ordinal, 'nothing on the log requests it']);
    expect(withoutCause(run)).toContainEqual([run.ordinal, 'nothing on the log requests it']);
    expect(withoutCause(timer)).toContainEqual([timer.ordinal, 'nothing on the log requests it']);
    expect(timer.meta.causationId).toBe(events.find(({ type, stream }) => type === 'Ordered' && stream === timer.stream)!.id);
  });

  it('reports a decision that comes out differently', () => {
    const oddEvent = find('Ordered', 1);
    const { differences } = reenact(
      toyShop,
      changeEvent(oddEvent, (event) => ({ ...event, data: { ...(event.data as object), price: 11 } })),
    );
    expect(differences).toMatchObject([{ ordinal: oddEvent.ordinal, stream: 'order-o2', why: 'input Order decides otherwise' }]);
    expect(differences[0]!.expected).toContain('"price":11');
    expect(differences[0]!.actual).toContain('"price":10');
  });

  it('can’t compare what was erased since, and compares the rest', () => {
    const oddEvent = find('Ordered', 1);
    const eraseFrom = (more: object) =>
      changeEvent(oddEvent, (event) => ({ ...event, data: { ...(event.data as object), price: { erased: true }, ...more } }));
    expect(reenact(toyShop, eraseFrom({})).differences).toEqual([]);
    expect(reenact(toyShop, eraseFrom({ nothing: { erased: true } })).differences).toHaveLength(1);
  });

  it('reports an id that does not belong to its command', () => {
    const oddEvent = find('Asked');
    const renamedReport = reenact(
      toyShop,
      changeEvent(oddEvent, (event) => ({ ...event, id: '01900000-0000-7000-8000-000000000001' })),
    );
    expect(renamedReport.differences[0]).toMatchObject({ ordinal: oddEvent.ordinal, why: 'reaction Ask decides otherwise' });
  });

  it('repeats node and epoch in the ids', () => {
    const oddEvent = find('Dropped');
    const namedEvent = (meta: object) => changeEvent(oddEvent, (event) => ({ ...event, meta: { ...event.meta, ...meta } }));
    expect(reenact(toyShop, namedEvent({ node: 'another' })).differences).toMatchObject([{ ordinal: oddEvent.ordinal }]);
    expect(reenact(toyShop, namedEvent({ epoch: 2 })).differences).toMatchObject([{ ordinal: oddEvent.ordinal }]);
  });

  it('decides with memory as of what was read, in whatever order batches were appended', () => {
    const last = find('Ordered', 3);
    const earlyEvent = (price: number) => (event: Recorded) => ({
      ...event,
      data: { ...(event.data as object), price },
      meta: { ...event.meta, readUpTo: find('PriceSet', 1).ordinal - 1 },
    });
    expect(reenact(toyShop, changeEvent(last, earlyEvent(10)))).toMatchObject(faultless);
    expect(reenact(toyShop, changeEvent(last, earlyEvent(20))).differences).toMatchObject([{ ordinal: last.ordinal }]);
  });

  it('reports a reaction that is missing, unless it may be pending', () => {
    const askedIndex = events.findIndex((event) => event === find('Asked', 3));
    const cutEvents = events.slice(0, askedIndex);
    expect(reenact(toyShop, cutEvents).missing).toEqual([{ ordinal: find('Ordered', 3).ordinal, stream: 'order-o4', command: 'Ask' }]);
    expect(reenact(toyShop, cutEvents, { pendingOk: 1 }).missing).toEqual([]);
  });

  it('reports a lost reaction and a lost run in the middle of a history; a lost timer stays due', () => {
    expect(reenact(toyShop, withoutEvent(find('Asked', 2))).missing).toMatchObject([{ command: 'Ask', stream: 'order-o3' }]);
    expect(reenact(toyShop, withoutEvent(find('Counted'))).missing).toMatchObject([
      { command: 'the run of CupSold' },
      { command: 'the run of CupSold' },
    ]);
    expect(findLateTimers(toyShop, withoutEvent(find('Dropped', 1)), 500)).toMatchObject([
      { stream: 'order-o3', timer: 'drop', by: 1_000 },
    ]);
    expect(findLateTimers(toyShop, events, 0)).toEqual([]);
  });

  it('reports a cause that is missing, and what nobody asked for', () => {
    const faults = reenact(toyShop, withoutEvent(find('Ordered', 2))).differences;
    expect(faults.map(({ why }) => why)).toContain('nothing on the log requests it');
    expect(faults.map(({ why }) => why)).toContain('events of this stream are missing');
  });

  it('does not take a missing reaction for a fault when it came to nothing', () => {
    const world = playDay();
    const shy: Domain = {
      ...toyShop,
      processes: [...toyShop.processes, { name: 'again', on: { Paid: { then: ({ data }: Recorded) => [{ type: 'Ask', data }] } } }],
    };
    expect(reenact(shy, world.events)).toMatchObject(faultless);
  });

  it('decides again what recorded a refusal', () => {
    const orderAgain = ({ data }: Recorded) => [{ type: 'Order', data, ifRefused: { type: 'Drop', data } }];
    const shy: Domain = { ...toyShop, processes: [...toyShop.processes, { name: 'again', on: { Declined: { then: orderAgain } } }] };
    const { events: recordedEvents } = playDay(shy);
    const declinedEvent = recordedEvents.find(({ type }) => type === 'Declined')!;
    expect(recordedEvents.filter(({ meta }) => meta.causationId === declinedEvent.id).map(({ type }) => type)).toEqual(['Dropped']);
    expect(reenact(shy, recordedEvents)).toMatchObject(faultless);
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
    expect(reenact(dice, playDay(dice).events).differences).toHaveLength(4);
  });

  it('compares nothing that other rules have decided', () => {
    const { checked, otherLogic, differences } = reenact({ ...toyShop, logic: 'tea-2' }, events);
    expect({ checked, differences }).toEqual({ checked: 0, differences: [] });
    expect(otherLogic).toBeGreaterThan(5);
  });

  it('lists what other rules have decided otherwise by their version, each from its recorded state', () => {
    const [orders, till] = toyShop.deciders;
    const decide = { ...orders!.decide, Ask: ({ id }: { id: string }) => [{ type: 'Asked', data: { id, luck: -1 } }] };
    const changedRules: Domain = { ...toyShop, logic: 'tea-2', deciders: [{ ...orders!, decide }, till!] };
    const { stretches, differences } = reenact(changedRules, events, { shouldCompareLogics: true });
    expect(differences.map(({ logic }) => logic)).toEqual(Array(4).fill(toyShop.logic));
    expect(stretches).toMatchObject([{ logic: toyShop.logic, differences: 4 }]);
    expect(stretches[0]!.checked).toBe(stretches[0]!.batches);
  });
});
