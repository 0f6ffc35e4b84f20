import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const isBad = (id: string): boolean => id.startsWith('bad');
const throwPoison = (): never => {
  throw new TypeError('this row can’t be made');
};

const fragile: View<string> = {
  name: 'fragile',
  hasHistory: false,
  on: {
    Ordered: {
      keys: ({ stream }: Recorded) => [stream],
      row: (_row, { stream }: Recorded) => (stream === 'order-bad' ? throwPoison() : stream),
    },
  },
};

/** The toy shop with a view that throws at one event, and a row whose timers can’t be computed. */
const fragileShop: Domain = {
  ...toyShop,
  memory: [fragile, ...toyShop.memory],
  timers: toyShop.timers.map((timedRows) => ({
    ...timedRows,
    due: (row: never, epoch: number) => (isBad((row as { id: string }).id) ? throwPoison() : timedRows.due(row, epoch)),
  })),
};

describe('an event that a view of memory throws at', () => {
  it('is folded by the other views, and all that follows from it and from others goes on; health names it', async () => {
    const server = await ToyServer.start({ domain: fragileShop });
    for (const [n, id] of ['o1', 'bad', 'o2'].entries())
      await server.run({ type: 'Order', data: { id } }, actor, `01900000-0000-7000-8000-0000000000${n + 10}`);
    await server.whenSettled();
    expect([...server.memory.rows('fragile').all()]).toEqual(['order-o1', 'order-o2']);
    const types = (await server.events()).map(({ type, stream }) => `${type} ${stream}`);
    expect(types.filter((type) => type.startsWith('Asked'))).toEqual(['Asked order-o1', 'Asked order-bad', 'Asked order-o2']);
    expect(server.memory.ordinal).toBe(types.length);
    expect(server.errors).toEqual(expect.arrayContaining([expect.stringMatching(/^fragile can’t apply event \d+$/)]));
    await server.stop();
  });

  it('a row whose timers can’t be worked out waits for nothing; the others ring, also after a restart', async () => {
    const first = await ToyServer.start({ domain: fragileShop });
    for (const [n, id] of ['bad', 'o1'].entries())
      await first.run({ type: 'Order', data: { id } }, actor, `01900000-0000-7000-8000-0000000000${n + 10}`);
    await first.whenSettled();
    const { log, clock } = first;
    await first.stop();
    const second = await ToyServer.start({ domain: fragileShop, log, clock, epoch: 2 });
    await second.advanceTo('2026-11-21T03:20:00.000Z');
    const droppedEvents = (await second.events()).filter(({ type }) => type === 'Dropped').map(({ stream }) => stream);
    expect(droppedEvents).toEqual(['order-o1']);
    expect(second.errors).toEqual([
      expect.stringMatching(/can’t apply/),
      expect.stringMatching(/^The timers of order-bad can’t be worked out: TypeError/),
    ]);
    await second.stop();
  });
});
