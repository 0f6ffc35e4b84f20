import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Comparison } from './comparison.js';

const second = (n: number): string => new Date(Date.UTC(2026, 10, 21, 3, 0, n)).toISOString();
const event = (at: string, ordinal: number): Recorded => ({ stream: 'order-o1', ordinal, meta: { at } }) as unknown as Recorded;

describe('the comparison of what was with what would be', () => {
  it('finds nothing where both say the same at the same instants', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(1), 1), 'a');
    comparison.addEvent('would', event(second(1), 1), 'a');
    expect([...comparison.divergences()]).toEqual([]);
  });

  it('compares by the time of the log, which a clock that is set back does not take back', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(9), 1), 'a');
    comparison.addEvent('would', event(second(9), 1), 'a');
    comparison.addEvent('was', event(second(3), 2), 'b');
    comparison.addEvent('would', event(second(9), 2), 'b');
    expect([...comparison.divergences()]).toEqual([]);
  });

  it.each([
    ['as far as it may be moved: the same', 12, []],
    ['further', 13, [{ was: { says: 'b' }, would: { says: 'b' } }]],
  ] as const)('takes what is moved %s', (_, at, found) => {
    const comparison = new Comparison(5_000);
    comparison.addEvent('was', event(second(1), 1), 'a');
    comparison.addEvent('was', event(second(7), 2), 'b');
    comparison.addEvent('would', event(second(2), 1), 'a');
    comparison.addEvent('would', event(second(at), 2), 'b');
    expect([...comparison.divergences()]).toMatchObject(found);
  });

  it('finds the first thing that is another, and what never comes any more', () => {
    const comparison = new Comparison(5_000);
    comparison.addEvent('was', event(second(1), 1), 'a');
    comparison.addEvent('was', event(second(2), 2), 'b');
    comparison.addEvent('was', { ...event(second(2), 3), stream: 'order-o2' }, 'gone');
    comparison.addEvent('would', event(second(1), 1), 'a');
    comparison.addEvent('would', event(second(2), 2), 'c');
    comparison.addEvent('would', event(second(3), 3), 'd');
    expect([...comparison.divergences()]).toMatchObject([
      { stream: 'order-o1', was: { says: 'b' }, would: { says: 'c' } },
      { stream: 'order-o2', was: { says: 'gone' }, would: undefined },
    ]);
  });

  it('keeps only the names of streams that differ in memory, and reads what differs one by one', () => {
    const [put, read] = [new Map<string, unknown>(), [] as string[]];
    const store = {
      put: (key: string, value: unknown) => void put.set(key, structuredClone(value)),
      get: (key: string) => (read.push(key), structuredClone(put.get(key))),
    };
    const comparison = new Comparison(0, { store, capacity: 10 });
    const eventOf = (stream: string, n: number) => ({ ...event(second(1), n), stream });
    const names = Array.from({ length: 1_000 }, (_, n) => `order-${String(n).padStart(4, '0')}`);
    for (const [n, stream] of names.entries()) {
      comparison.addEvent('was', eventOf(stream, n), 'a');
      comparison.addEvent('would', eventOf(stream, n), n % 2 === 0 ? 'a' : 'b');
    }
    const differingNames = names.filter((_, n) => n % 2 === 1);
    expect([...put.keys()].filter((key) => differingNames.includes(key.slice('compared '.length)))).toHaveLength(
      differingNames.length - 10,
    );
    // a later entry of a pair that is stored
    comparison.addEvent('was', eventOf(differingNames[0]!, 2_000), 'c');
    // one that was completed, and is reported once more
    comparison.addEvent('would', eventOf(names[0]!, 2_001), 'd');
    read.length = 0;
    const found = comparison.divergences()[Symbol.iterator]();
    expect(found.next().value).toMatchObject({ stream: names[0], was: undefined, would: { says: 'd' } });
    expect(found.next().value).toMatchObject({ stream: differingNames[0], was: { says: 'a' }, would: { says: 'b' } });
    expect(read.length).toBeLessThanOrEqual(2);
    expect([...comparison.divergences()].map(({ stream }) => stream)).toEqual([names[0], ...differingNames]);
  });
});
