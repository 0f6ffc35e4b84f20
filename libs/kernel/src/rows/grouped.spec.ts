import { indexBy } from './grouped.js';

describe('grouping a list by keys', () => {
  const byLetters = indexBy((word: string) => Array.from(word));

  it('finds under each key the items that have it, in order', () => {
    expect([...byLetters(['ab', 'b', 'ca'])]).toEqual([
      ['a', ['ab', 'ca']],
      ['b', ['ab', 'b']],
      ['c', ['ca']],
    ]);
  });

  it('lists an item once under a key that it has twice', () => {
    expect(byLetters(['aa']).get('a')).toEqual(['aa']);
  });

  it('groups the same list once', () => {
    const words = ['a'];
    expect(byLetters(words)).toBe(byLetters(words));
  });
});
