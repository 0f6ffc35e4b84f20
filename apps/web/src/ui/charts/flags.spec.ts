import { placeFlags, type Flag } from './flags.js';

const flag = (index: number, word: string): Flag => ({ key: word, kind: 'Storms', index, word, render: () => null });
const shown = (flags: readonly Flag[], width = 560) =>
  placeFlags(flags, 20, width).map(({ word, isWordShown, isLeft }) => [word, isWordShown, isLeft]);

describe('flags above a plot', () => {
  it('have their word on the right, or on the left where there is no room', () => {
    expect(shown([flag(2, 'Storm on Checkout'), flag(26, 'Storm on Search')])).toEqual([
      ['Storm on Checkout', true, false],
      ['Storm on Search', true, true],
    ]);
  });

  it('have no word where it would touch the next flag', () => {
    expect(shown([flag(3, 'Storm on Checkout'), flag(2, 'Checkout high, version 7')])).toEqual([
      ['Checkout high, version 7', false, false],
      ['Storm on Checkout', true, false],
    ]);
  });

  it('have no word where neither side has room for it', () => {
    expect(shown([flag(1, 'A policy with a long name, version 12')], 120)).toEqual([
      ['A policy with a long name, version 12', false, true],
    ]);
  });
});
