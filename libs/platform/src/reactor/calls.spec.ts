import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { poison, poisonedShop } from '@tocsin/testing/toys/toy-poison.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';
import type { Effect } from './effect.js';

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
afterEach(() => server.stop());

describe('a call that follows from an event', () => {
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
