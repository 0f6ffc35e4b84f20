import { forgetChanges, rememberChange, recentChanges, recentChangeOf } from './recent-changes.js';

const change = (id: string, ordinal: number, view = 'alertGroups') => ({ view, id, ordinal, row: { id } });

describe('what was told lately', () => {
  afterEach(() => forgetChanges());

  it('is the last word about each row, of the view that is asked for', () => {
    rememberChange(change('a', 1));
    rememberChange(change('b', 2));
    rememberChange(change('a', 3));
    rememberChange(change('a', 4, 'ladders'));
    expect(recentChanges('alertGroups').map(({ id, ordinal }) => [id, ordinal])).toEqual([
      ['b', 2],
      ['a', 3],
    ]);
    expect(recentChangeOf('alertGroups', 'a')?.ordinal).toBe(3);
    expect(recentChangeOf('alertGroups', 'c')).toBeUndefined();
  });

  it('is of two thousand rows, not of all that a screen hears in a month', () => {
    for (let n = 1; n <= 5_000; n += 1) rememberChange(change(`g${n}`, n));
    expect(recentChanges('alertGroups')).toHaveLength(2_000);
    expect(recentChangeOf('alertGroups', 'g3000')).toBeUndefined();
    expect(recentChangeOf('alertGroups', 'g3001')?.ordinal).toBe(3_001);
  });

  it('is forgotten for a view that is made anew', () => {
    rememberChange(change('a', 1));
    rememberChange(change('a', 2, 'ladders'));
    forgetChanges(['alertGroups']);
    expect([recentChanges('alertGroups'), recentChanges('ladders')].map(({ length }) => length)).toEqual([0, 1]);
  });
});
