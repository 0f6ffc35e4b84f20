import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { poison, poisonedShop } from '@tocsin/testing/toys/toy-poison.js';
import { partly } from '@tocsin/testing/partly.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { Calls } from './calls.js';
import type { Effect, EffectOutcome } from './effect.js';
import { UnderWay } from './under-way.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const idOf = (n: number): string => `01900000-0000-7000-8000-0000000000${n + 10}`;
const ordersOf = async (server: ToyServer): Promise<void> => {
  for (const [n, id] of ['badly', 'o1', 'o2'].entries()) await server.run({ type: 'Order', data: { id } }, actor, idOf(n));
  await server.settled();
};
const named = ({ data }: Recorded): string => (data as { id: string }).id;
const facts = async (server: ToyServer, wanted: string): Promise<readonly Recorded[]> =>
  (await server.events()).filter(({ type }) => type === wanted);

let server: ToyServer;
const begun = async (effect: Effect): Promise<void> => {
  poison.isThere = true;
  server = await ToyServer.start({ domain: poisonedShop, effects: () => ({ Ordered: effect }) });
};

/** Calls whose outcomes the test records. `free`: the events whose slot was freed. */
const recording = (outcome: EffectOutcome) => {
  const free: string[] = [];
  const waiting: (() => void)[] = [];
  const fails = (error: unknown): void => {
    throw error as Error;
  };
  const monotonic = partly<MonotonicClock>({ now: () => 0, isTurnLong: () => false });
  const calls = new Calls({
    effects: { Asked: () => Promise.resolve(outcome) },
    tracked: [],
    underWay: new UnderWay(monotonic, fails),
    monotonic,
    onTrouble: fails,
    send: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
    place: () => Promise.resolve(),
    giveUp: () => Promise.resolve(),
    ended: ({ id }) => void (free.includes(id) || free.push(id)),
  });
  calls.begin(partly<Recorded>({ id: 'e1', type: 'Asked', ordinal: 1, meta: { correlationId: 'c1' } }));
  return { free, waiting };
};
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const each = [1, 2].map((n) => ({ claimedBy: { id: `claim${n}`, at: '2026-11-21T03:12:00.000Z' }, record: { type: 'Drop', data: {} } }));

describe('the place of a call', () => {
  it('is given back before the outcomes of its claims are recorded, above all where nothing was called', async () => {
    for (const kind of ['unneeded', 'done'] as const) {
      const { free, waiting } = recording({ kind, each });
      await settle();
      expect([waiting.length, free]).toEqual([2, ['e1']]);
    }
  });

  it('of one claim is kept until its outcome is recorded', async () => {
    const { free, waiting } = recording({ kind: 'done', record: { type: 'Drop', data: {} } });
    await settle();
    expect([waiting.length, free]).toEqual([1, []]);
    waiting[0]!();
    await settle();
    expect(free).toEqual(['e1']);
  });
});

describe('a call that follows from an event', () => {
  afterEach(() => server.stop());

  it('that throws before it has begun is said, and the others are made', async () => {
    const called: string[] = [];
    await begun((event) => {
      called.push(named(event));
      if (named(event) === 'badly') throw new TypeError('no call can be made of it');
      return Promise.resolve();
    });
    await ordersOf(server);
    expect(called).toEqual(['badly', 'o1', 'o2']);
    expect(server.troubles).toContain('no call can be made of it');
    expect(await facts(server, 'Asked')).toHaveLength(3);
  });

  it('whose answer can’t be decided is a fact after five tries; it is not made again, and other answers are recorded', async () => {
    const called: string[] = [];
    await begun((event) => {
      called.push(named(event));
      return Promise.resolve({ kind: 'done', record: { type: 'Drop', data: { id: named(event) } } });
    });
    await ordersOf(server);
    expect(called).toEqual(['badly', 'o1', 'o2']);
    expect((await facts(server, 'Dropped')).map(named)).toEqual(['o1', 'o2']);
    const failures = (await facts(server, 'GivenUp')).map(({ data }) => data as Failure);
    const [failed, ...others] = failures.filter(({ kind }) => kind === 'effect');
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ kind: 'effect', what: 'Ordered', stream: 'order-badly', tries: 5, replaced: false });
  });
});
