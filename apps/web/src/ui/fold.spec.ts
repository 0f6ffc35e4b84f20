import { matchIn } from './fold.js';

it.each([
  ['Europe/Berlin', 'ber', [7, 10]],
  ['Chloé Martin', 'chloe', [0, 5]],
  ['Zoe', 'ZOË', [0, 3]],
  ['Ana Ruiz', 'x', null],
  ['Ana Ruiz', '  ', null],
] as const)('in %s finds %s', (text, typed, expected) => expect(matchIn(text, typed)).toEqual(expected));
