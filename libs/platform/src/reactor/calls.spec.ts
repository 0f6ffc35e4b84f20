import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { poison, poisonedShop } from '@tocsin/testing/toys/toy-poison.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { Calls } from './calls.js';
import type { Effect, EffectOutcome } from './effect.js';
import { BackgroundTasks } from './background-tasks.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const idOf = (n: number): string => `01900000-0000-7000-8000-0000000000${n + 10}`;
const ordersOf = async (server: ToyServer): Promise<void> => {
  for (const [n, id] of ['badly', 'o1', 'o2'].entries()) await server.run({ type: 'Order', data: { id } }, actor, idOf(n));
  await server.whenSettled();
};
const idOfEvent = ({ data }: Recorded): string => (data as { id: string }).id;
const facts = async (server: ToyServer, wantedType: string): Promise<readonly Recorded[]> =>
  (await server.events()).filter(({ type }) => type === wantedType);

let server: ToyServer;
const startUp = async (effect: Effect): Promise<void> => {
  poison.isThere = true;
  server = await ToyServer.start({ domain: poisonedShop, effects: () => ({ Ordered: effect }) });
};

/** Calls whose outcomes the test records. `free`: the events whose slot was freed. */
const recording = (outcome: EffectOutcome) => {
  const free: string[] = [];
  const waiting: (() => void)[] = [];
  const failWith = (error: unknown): void => {
    throw error as Error;
  };
  const monotonic = partOf<MonotonicClock>({ now: () => 0, isTurnLong: () => false });
  const calls = new Calls({
    effects: { Asked: () => Promise.resolve(outcome) },
    tracked: [],
    underWay: new BackgroundTasks(monotonic, failWith),
    monotonic,
    onTrouble: failWith,
    send: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
    waitForPlace: () => Promise.resolve(),
    giveUp: () => Promise.resolve(),
    onEnded: ({ id }) => void (free.includes(id) || free.push(id)),
  });
  calls.begin(partOf<Recorded>({ id: 'e1', type: 'Asked', ordinal: 1, meta: { correlationId: 'c1' } }));
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
    const calledNames: string[] = [];
    await startUp((event) => {
      calledNames.push(idOfEvent(event));
      if (idOfEvent(event) === 'badly') throw new TypeError('no call can be made of it');
      return Promise.resolve();
    });
    await ordersOf(server);
    expect(calledNames).toEqual(['badly', 'o1', 'o2']);
    expect(server.errors).toContain('no call can be made of it');
    expect(await facts(server, 'Asked')).toHaveLength(3);
  });

  it('whose answer can’t be decided is a fact after five tries; it is not made again, and other answers are recorded', async () => {
    const calledNames: string[] = [];
    await startUp((event) => {
      calledNames.push(idOfEvent(event));
      return Promise.resolve({ kind: 'done', record: { type: 'Drop', data: { id: idOfEvent(event) } } });
    });
    await ordersOf(server);
    expect(calledNames).toEqual(['badly', 'o1', 'o2']);
    expect((await facts(server, 'Dropped')).map(idOfEvent)).toEqual(['o1', 'o2']);
    const failures = (await facts(server, 'GivenUp')).map(({ data }) => data as Failure);
    const [failed, ...otherFailures] = failures.filter(({ kind }) => kind === 'effect');
    expect(otherFailures).toEqual([]);
    expect(failed).toMatchObject({ kind: 'effect', what: 'Ordered', stream: 'order-badly', tries: 5, replaced: false });
  });
});
