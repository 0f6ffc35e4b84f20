import { forgetTold, keepTold, toldLately, toldOf } from './told-lately.js';

const change = (id: string, ordinal: number, view = 'alertGroups') => ({ view, id, ordinal, row: { id } });

describe('what was told lately', () => {
  afterEach(() => forgetTold());

  it('is the last word about each row, of the view that is asked for', () => {
    keepTold(change('a', 1));
    keepTold(change('b', 2));
    keepTold(change('a', 3));
    keepTold(change('a', 4, 'ladders'));
    expect(toldLately('alertGroups').map(({ id, ordinal }) => [id, ordinal])).toEqual([
      ['b', 2],
      ['a', 3],
    ]);
    expect(toldOf('alertGroups', 'a')?.ordinal).toBe(3);
    expect(toldOf('alertGroups', 'c')).toBeUndefined();
  });

  it('is of two thousand rows, not of all that a screen hears in a month', () => {
    for (let n = 1; n <= 5_000; n += 1) keepTold(change(`g${n}`, n));
    expect(toldLately('alertGroups')).toHaveLength(2_000);
    expect(toldOf('alertGroups', 'g3000')).toBeUndefined();
    expect(toldOf('alertGroups', 'g3001')?.ordinal).toBe(3_001);
  });

  it('is forgotten for a view that is made anew', () => {
    keepTold(change('a', 1));
    keepTold(change('a', 2, 'ladders'));
    forgetTold(['alertGroups']);
    expect([toldLately('alertGroups'), toldLately('ladders')].map(({ length }) => length)).toEqual([0, 1]);
  });
});
