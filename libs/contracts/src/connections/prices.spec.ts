import { costOf, prices } from './prices.js';

const typed = 'EUR +41 0.07 0.02, +1 0.0079 0.014';

describe('prices by country', () => {
  it.each([
    ['', true],
    [typed, true],
    ['EUR +41 0.07', false],
    ['+41 0.07 0.02', false],
    ['euro +41 0.07 0.02', false],
  ])('“%s” is taken: %s', (text, isTaken) => expect(prices.safeParse(text).success).toBe(isTaken));

  it('cost what parts and begun minutes are worth there, and nothing is made up for other countries', () => {
    expect(costOf(typed, { country: '+41', parts: 3, minutes: 2 })).toEqual({ amount: 0.25, currency: 'EUR' });
    expect(costOf(typed, { country: '+1', parts: 100, minutes: 0 })).toEqual({ amount: 0.79, currency: 'EUR' });
    for (const text of [typed, '', undefined]) expect(costOf(text, { country: '+1876', parts: 1, minutes: 1 })).toBeNull();
  });
});
