import { byName } from './by-name.js';

describe('a list by name', () => {
  it('is in the order of people, with those that have no name first', () => {
    const rows = [{ name: 'émile' }, { name: 'Zoe' }, { name: 'ana' }, { name: 'Ben' }, { name: { erased: true } }];
    expect(byName(rows).map(({ name }) => name)).toEqual([{ erased: true }, 'ana', 'Ben', 'émile', 'Zoe']);
  });

  it('has the second before the tenth', () => {
    const rows = ['Service 10', 'Service 2'].map((name) => ({ name }));
    expect(byName(rows).map(({ name }) => name)).toEqual(['Service 2', 'Service 10']);
  });

  it('of ten thousand is sorted once, whoever asks', () => {
    let looked = 0;
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      get name() {
        looked += 1;
        return `Person ${n}`;
      },
    }));
    const first = byName(rows);
    const once = looked;
    expect(byName(rows)).toBe(first);
    expect(looked).toBe(once);
  });
});
