import { SpillingMap, type SpillStore } from './spilling-map.js';

const spill = (): SpillStore & { readonly keys: () => readonly string[] } => {
  const values = new Map<string, unknown>();
  return {
    put: (key, value) => void values.set(key, structuredClone(value)),
    get: (key) => values.get(key),
    keys: () => [...values.keys()],
  };
};

describe('a map whose values lie on a spill store', () => {
  it('keeps so many in memory, and those that were put last', () => {
    const lies = spill();
    const map = new SpillingMap<{ n: number }>('orders', { store: lies, capacity: 3 });
    for (const n of [1, 2, 3, 1, 4]) map.set(`o${n}`, { n });
    expect([map.size, lies.keys()]).toEqual([3, ['orders o2']]);
    expect(map.get('o2')).toEqual({ n: 2 });
  });

  it('lets go of what is closed long before there are so many', () => {
    const lies = spill();
    const map = new SpillingMap<{ n: number }>('orders', { store: lies, capacity: 20 });
    let largest = 0;
    // each order is put 100 times, and then never again
    for (let n = 0; n < 2_000; n += 1) {
      map.set(`o${Math.floor(n / 100)}`, { n });
      largest = Math.max(largest, map.size);
    }
    expect(largest).toBe(3);
    expect(map.get('o0')).toEqual({ n: 99 });
  });

  it('puts back what was changed after it came from the spill store', () => {
    const map = new SpillingMap<{ n: number }>('orders', { store: spill(), capacity: 1 });
    map.set('o1', { n: 1 });
    map.set('o2', { n: 2 });
    map.set('o1', { n: map.get('o1')!.n + 10 });
    map.set('o3', { n: 3 });
    expect([map.get('o1'), map.get('o2'), map.get('o3')]).toEqual([{ n: 11 }, { n: 2 }, { n: 3 }]);
  });

  it('keeps all of them in memory without one', () => {
    const map = new SpillingMap<{ n: number }>('orders');
    for (let n = 0; n < 100; n += 1) map.set(`o${n}`, { n });
    expect([map.size, map.get('o0')]).toEqual([100, { n: 0 }]);
  });
});
