import type { Actor } from '@tocsin/contracts/envelope.js';
import { replaceLimit } from '@tocsin/testing/replace-limit.js';
import { poison, poisonedShop } from '@tocsin/testing/toys/toy-poison.js';
import { orders, toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { systemActor } from '../react/process.js';
import type { ExternalAnswer } from './pending-answers.js';
import { worldLimits } from './world/clock.js';
import { World, type WorldOptions } from './world.js';

const start = '2026-11-21T03:12:00.000Z';
const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const order = (id: string) => ({ type: 'Order', data: { id } });

const bank =
  (ok: boolean, after?: number) =>
  ({ type, data }: { type: string; data: unknown }): ExternalAnswer | undefined =>
    type === 'Asked'
      ? { command: { type: 'Pay', data: { ...(data as object), ok } }, ...(after === undefined ? {} : { after }) }
      : undefined;
const shop = (options: Partial<WorldOptions> = {}) => new World(toyShop, { start, ...options });
const eventTypes = (world: World): readonly string[] => world.events.map(({ type }) => type);

describe('a World', () => {
  afterEach(() => jest.restoreAllMocks());

  it('does at once what follows from a command', () => {
    const world = shop();
    expect(world.run(order('o1'), { actor })).toMatchObject({ kind: 'done', stream: 'order-o1', facts: [{ type: 'Ordered', ordinal: 1 }] });
    expect(eventTypes(world)).toEqual(['Ordered', 'Asked']);
    expect(world.events[1]!.meta).toMatchObject({
      causationId: world.events[0]!.id,
      actor: systemActor,
      at: start,
      epoch: 1,
      readUpTo: 1,
      logic: 'tea-1',
    });
    expect(world.state(orders, 'o1')).toMatchObject({ state: 'asked' });
    expect(world.rows('orders').get('o1')).toMatchObject({ state: 'asked' });
  });

  it('answers with refusals, and knows a command that comes again', () => {
    const world = shop();
    expect(world.run(order('o1'), { actor, commandId: 'c1' }).kind).toBe('done');
    expect(world.run(order('o1'), { actor, commandId: 'c1' })).toEqual({ kind: 'known', stream: 'order-o1' });
    expect(world.run(order('o1'), { actor, commandId: 'c2' })).toMatchObject({ kind: 'refused', refused: { code: 'known' } });
    expect(world.run({ type: 'Ask', data: { id: 'o1' } }, { actor })).toEqual({ kind: 'nothing', says: {} });
    expect(() => world.run({ type: 'Sing', data: {} }, { actor })).toThrow('no decider for Sing');
  });

  it('lets timers ring when they are due, at their own instant', () => {
    const world = shop();
    world.run(order('o1'), { actor });
    world.advance(30_000);
    world.run(order('o2'), { actor });
    expect(world.nextDue()).toBe('2026-11-21T03:13:00.000Z');
    world.advanceTo('2026-11-21T04:00:00.000Z');
    expect(world.events.filter(({ type }) => type === 'Dropped').map(({ stream, meta }) => [stream, meta.at])).toEqual([
      ['order-o1', '2026-11-21T03:13:00.000Z'],
      ['order-o2', '2026-11-21T03:13:30.000Z'],
    ]);
    expect([world.now, world.nextDue()]).toEqual(['2026-11-21T04:00:00.000Z', undefined]);
  });

  it('plays the outside, which may take its time', () => {
    const world = shop({ answer: bank(true, 59_999) });
    world.run(order('o1'), { actor });
    world.advance(59_998);
    expect(eventTypes(world)).toEqual(['Ordered', 'Asked']);
    world.advance(60_000);
    expect(eventTypes(world)).toEqual(['Ordered', 'Asked', 'Paid']);
  });

  it('gathers what came in together', () => {
    const world = shop();
    world.record(
      'cups',
      Array.from({ length: 4 }, () => ({ type: 'CupSold', data: {} })),
      systemActor,
    );
    world.record('cups', [{ type: 'CupSold', data: {} }], systemActor);
    expect(world.events.filter(({ type }) => type === 'Counted').map(({ data }) => data)).toEqual([
      { from: 0, upTo: 3, cups: 3 },
      { from: 3, upTo: 4, cups: 1 },
      { from: 4 + 2, upTo: 7, cups: 1 },
    ]);
  });

  it('was away: what fell due rings late, under another epoch, and answers are lost', () => {
    const world = shop({ answer: bank(true, 1_000) });
    world.run(order('o1'), { actor });
    world.awayUntil('2026-11-21T03:30:00.000Z');
    world.advance(0);
    expect(world.events.at(-1)).toMatchObject({ type: 'Dropped', meta: { at: '2026-11-21T03:30:00.000Z', epoch: 2 } });
  });

  it('was away: answers to what came afterwards arrive by their time, whatever was asked first', () => {
    const answerSlowly = (event: { type: string; data: unknown }) =>
      bank(true, (event.data as { id: string }).id === 'o1' ? 40_000 : 10_000)(event);
    const world = shop({ answer: answerSlowly });
    world.awayUntil('2026-11-21T03:30:00.000Z');
    for (const id of ['o1', 'o2']) world.run(order(id), { actor });
    world.advance(50_000);
    expect(world.events.filter(({ type }) => type === 'Paid').map(({ stream, meta }) => [stream, meta.at])).toEqual([
      ['order-o2', '2026-11-21T03:30:10.000Z'],
      ['order-o1', '2026-11-21T03:30:40.000Z'],
    ]);
  });

  it('stops a circle', () => {
    const circle = {
      ...toyShop,
      processes: [
        {
          name: 'echo',
          on: {
            Asked: { then: () => [{ type: 'Count', data: { from: 0, upTo: 0, cups: 0 } }] },
            Counted: { then: () => [{ type: 'Count', data: { from: 0, upTo: 0, cups: 0 } }] },
          },
        },
      ],
    };
    replaceLimit(worldLimits, 'steps', 1_000);
    const world = new World(circle, { start });
    world.run(order('o1'), { actor });
    expect(() => world.run({ type: 'Ask', data: { id: 'o1' } }, { actor })).toThrow('a cycle');
  });

  it('takes any number of inputs at one instant: only what follows from one of them can be a cycle', () => {
    replaceLimit(worldLimits, 'steps', 100);
    const world = shop({ keeps: 1 });
    for (let n = 0; n < 200; n += 1) world.run(order(`o${n}`), { actor });
    world.record('order-recorded', [{ type: 'Ordered', data: { id: 'recorded' } }], actor);
    expect([world.now, world.state(orders, 'recorded')]).toMatchObject([start, { state: 'asked' }]);
  });

  it('opens its log when it is told how', () => {
    expect(shop({ logOpened: { format: 1 } }).events[0]).toMatchObject({
      stream: 'log',
      type: 'LogOpened',
      data: { format: 1 },
      ordinal: 1,
    });
  });

  it.each([
    ['a process', 'bad1', 'reaction', 0],
    ['a timer', 'badly', 'timer', 3_600_000],
  ])('throws what %s throws, or records that it failed and goes on, as a server does', (_, id, kind, later) => {
    poison.isThere = true;
    const liveWorld = (survivesFaults: boolean): World => {
      const world = new World(poisonedShop, { start, shouldSurviveFaults: survivesFaults });
      world.run(order(id), { actor });
      world.run(order('o2'), { actor });
      world.advance(later);
      return world;
    };
    expect(() => liveWorld(false)).toThrow(TypeError);
    const { events } = liveWorld(true);
    expect(events.filter(({ type }) => type === 'GivenUp').map(({ data }) => data)).toContainEqual(expect.objectContaining({ kind }));
    expect(events.filter(({ stream, type }) => stream === 'order-o2' && type === 'Asked')).toHaveLength(1);
  });
});
