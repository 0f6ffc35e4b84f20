import { isAsJson } from './as-json.js';

describe('whether a value survives JSON unchanged', () => {
  it('is known of its parts, at any depth', () => {
    const hole: unknown[] = ['a'];
    hole[2] = 'c';
    const odd = [undefined, new Date(0), Number.NaN, -0, { a: undefined }, [undefined], hole, [{ a: [Infinity] }], Object.create(null)];
    expect(odd.map((value) => isAsJson(value))).toEqual(odd.map(() => false));
    expect([null, 'a', 1.5, true, [], ['a', 1, null, { b: ['c'] }], { a: { b: [[]] } }].every((value) => isAsJson(value))).toBe(true);
  });

  it('is not worked out again for parts that were there before, wherever they are now', () => {
    let looks = 0;
    const item = new Proxy({ a: 1 }, { ownKeys: (target) => ((looks += 1), Reflect.ownKeys(target)) });
    const before = { items: [{ b: 1 }, item], rest: item };
    expect(isAsJson({ items: [item, 'c', { d: 2 }], rest: item }, before)).toBe(true);
    expect(looks).toBe(0);
    expect(isAsJson([item, undefined], [undefined, item])).toBe(false);
  });
});
