import { backOff, withJitter } from './back-off.js';

const pauses = { first: 50, most: 5_000 };

it('doubles after each failure, up to the longest, and stays there however often it fails', () => {
  expect([1, 2, 3, 7, 8, 10_000].map((failures) => backOff(failures, pauses))).toEqual([50, 100, 200, 3_200, 5_000, 5_000]);
});

it('is shortened by up to half, never lengthened', () => {
  expect([0, 0.5, 0.75].map((fraction) => withJitter(1_000, fraction))).toEqual([1_000, 750, 625]);
});
