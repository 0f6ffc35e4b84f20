import * as fc from 'fast-check';
import { Table } from './table.js';

/** How many array slots are copied during a call. */
const countCopied = (work: () => void): number => {
  let slots = 0;
  const copy = Array.prototype.with;
  const spy = jest.spyOn(Array.prototype, 'with').mockImplementation(function (this: unknown[], ...args: [number, unknown]) {
    slots += this.length;
    return copy.apply(this, args);
  });
  work();
  spy.mockRestore();
  return slots;
};

describe('a table', () => {
  it('holds what an object would, in the same order', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'person-1', 'person-2'), fc.option(fc.nat()));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let table = Table.empty<number>();
        const model = new Map<string, number>();
        for (const [key, value] of steps) {
          table = table.with(key, value);
          if (value === null) model.delete(key);
          else model.set(key, value);
          expect([table.keys(), table.values(), table.size]).toEqual([[...model.keys()], [...model.values()], model.size]);
        }
        for (const key of ['a', 'b', 'c', 'person-1', 'nobody']) expect(table.get(key)).toBe(model.get(key));
      }),
    );
  });

  it('is never changed: each answers as it did', () => {
    const one = Table.empty<number>().with('a', 1);
    const twoRows = one.with('a', 2).with('b', 3);
    expect([one.values(), twoRows.values(), twoRows.with('a', null).values()]).toEqual([[1], [2, 3], [3]]);
  });

  it('copies no more for the ten-thousandth key than for the first', () => {
    let table = Table.empty<number>();
    const fill = (from: number, to: number) => () => {
      for (let n = from; n < to; n += 1) table = table.with(`01900000-0000-7000-8000-${String(n).padStart(12, '0')}`, n);
    };
    const first = countCopied(fill(0, 1_000));
    fill(1_000, 9_000)();
    const last = countCopied(fill(9_000, 10_000));
    expect(first).toBeLessThanOrEqual(192_000);
    expect(last).toBeLessThanOrEqual(192_000);
    expect(new Set(table.keys()).size).toBe(10_000);
  });
});
