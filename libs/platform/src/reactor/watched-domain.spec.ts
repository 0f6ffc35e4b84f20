import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { poison, poisonedShop } from '@tocsin/testing/toys/toy-poison.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';
import { watchDomain, type WorkItem, type WorkWatch } from './watched-domain.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const idOf = (n: number): string => `01900000-0000-7000-8000-0000000000b${n}`;

/** Records every piece; some of them are known never to end. */
class WatchRecord implements WorkWatch {
  readonly pieces: WorkItem[] = [];
  readonly givenUp = new Set<string>();
  never: readonly [number, number] = [0, 0];
  open = 0;

  begin(piece: WorkItem): void {
    this.pieces.push(piece);
    this.open += 1;
  }
  end(): void {
    this.open -= 1;
  }
  isAbandoned(id: string): boolean {
    return this.givenUp.has(id);
  }
  shouldHalve([first, last]: readonly [number, number]): boolean {
    return first <= this.never[1] && this.never[0] <= last;
  }
}

const runLife = async (
  watch: WatchRecord,
  live: (server: ToyServer) => Promise<void>,
): Promise<readonly (readonly [string, unknown])[]> => {
  poison.isThere = false;
  const server = await ToyServer.start({ domain: watchDomain(poisonedShop, watch) });
  await live(server);
  await server.whenSettled();
  const events = await server.events();
  await server.stop();
  expect(watch.open).toBe(0);
  return events.map(({ type, data }) => [type, data] as const);
};

const orders = async (server: ToyServer): Promise<void> => {
  for (const [n, id] of ['o1', 'o2'].entries()) await server.run({ type: 'Order', data: { id } }, actor, idOf(n));
};
const cups = (server: ToyServer): Promise<void> =>
  server.record(
    'till-in',
    [1, 2, 3].map(() => ({ type: 'CupSold', data: {} })),
    actor,
    'c1',
  );
const failures = (events: readonly (readonly [string, unknown])[]): readonly Failure[] =>
  events.filter(([type]) => type === 'GivenUp').map(([, data]) => data as Failure);

describe('work that never ended before', () => {
  it('is known by its command, is not tried again, and becomes a fact; the rest goes on', async () => {
    const before = new WatchRecord();
    await runLife(before, orders);
    const watch = new WatchRecord();
    watch.givenUp.add(before.pieces.find(({ what }) => what === 'Ask')!.id);
    const events = await runLife(watch, orders);
    expect(events.filter(([type]) => type === 'Asked').map(([, data]) => data)).toEqual([{ id: 'o2' }]);
    expect(failures(events)).toMatchObject([
      { kind: 'reaction', what: 'bank', command: 'Ask', reason: expect.stringMatching(/^NeverEnds/), tries: 5 },
    ]);
  });

  it('is known by its process where that never ended', async () => {
    const before = new WatchRecord();
    await runLife(before, orders);
    const watch = new WatchRecord();
    watch.givenUp.add(before.pieces.find(({ what }) => what === 'the reaction “bank” to Ordered')!.id);
    const events = await runLife(watch, orders);
    expect(failures(events)).toMatchObject([{ kind: 'reaction', what: 'bank', command: null }]);
    expect(events.filter(([type]) => type === 'Asked')).toHaveLength(1);
  });

  it('in a run is looked for in halves: each event is decided on alone', async () => {
    const watch = new WatchRecord();
    watch.never = [1, 3];
    const events = await runLife(watch, cups);
    expect(events.filter(([type]) => type === 'Counted').map(([, data]) => data)).toMatchObject([{ cups: 1 }, { cups: 1 }, { cups: 1 }]);
    expect(watch.pieces.filter(({ what }) => what === 'Count').map(({ events: of }) => of)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(failures(events)).toEqual([]);
  });
});
