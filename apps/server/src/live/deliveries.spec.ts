import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deliveries, deliveriesAtOnce, maxRows } from './deliveries.js';

interface Row {
  readonly view: string;
  readonly ordinal: number;
}
const rows = (count: number, view = 'alertGroups'): readonly Row[] => Array.from({ length: count }, (_, n) => ({ view, ordinal: n + 1 }));

/** A queue that delivers each row to this many sockets. */
const setting = (sockets: number) => {
  const delivered: number[] = [];
  const leftOut: string[] = [];
  const told: (number | null)[] = [];
  const deliveries = new Deliveries<Row>({
    deliver: ({ ordinal }) => {
      delivered.push(ordinal);
      return sockets;
    },
    leaveOut: (views) => leftOut.push(...views),
    onDelivered: (ordinal) => told.push(ordinal),
  });
  return { deliveries, delivered, leftOut, told };
};

describe('rows on their way to sockets', () => {
  it('are delivered at once when they are few', () => {
    const { deliveries, delivered, told } = setting(20);
    deliveries.add(rows(3));
    expect([delivered, told]).toEqual([[1, 2, 3], [null]]);
  });

  it.each([0, 1, 50, 1_000])('to %d sockets are no more in a turn than the loop bears, and all arrive in order', async (sockets) => {
    const { deliveries, delivered, told } = setting(sockets);
    const all = rows(2_500).slice(0, sockets > 100 ? 20 : 2_500);
    deliveries.add(all);
    let before = 0;
    for (; delivered.length < all.length; await nextTurn()) {
      const cost = (delivered.length - before) * Math.max(sockets, 1);
      expect(cost).toBeLessThanOrEqual(deliveriesAtOnce + sockets);
      expect(told.at(-1)).toBe(delivered.at(-1));
      before = delivered.length;
    }
    await nextTurn();
    expect(delivered).toEqual(all.map(({ ordinal }) => ordinal));
    expect(told.at(-1)).toBeNull();
  });

  it('are left out when far too many wait: what shows them is read again', async () => {
    const { deliveries, delivered, leftOut } = setting(1_000);
    deliveries.add(rows(10));
    deliveries.add([...rows(maxRows - 1), ...rows(2, 'people')]);
    expect(leftOut).toEqual(['alertGroups', 'people']);
    await nextTurn();
    await nextTurn();
    expect(delivered).toEqual([1]);
    deliveries.add(rows(1));
    expect(delivered).toEqual([1, 1]);
  });
});
