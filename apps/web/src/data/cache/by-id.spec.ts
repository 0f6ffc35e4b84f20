import { byId } from './by-id.js';

it('indexes a list of ten thousand once, and another list anew', () => {
  let looked = 0;
  const row = (n: number) => ({
    get id() {
      looked += 1;
      return `p${n}`;
    },
  });
  const rows = Array.from({ length: 10_000 }, (_, n) => row(n));
  expect(byId(rows).get('p9999')).toBe(rows[9_999]);
  expect(byId(rows)).toBe(byId(rows));
  expect(looked).toBe(10_000);
  expect(byId([...rows]).size).toBe(10_000);
  expect(looked).toBe(20_000);
});
