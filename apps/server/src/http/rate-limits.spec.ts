import { phoneCodesPerDay } from '@tocsin/contracts/contacts/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { RateLimits } from './rate-limits.js';

const limits = () => new RateLimits(partOf<ConstructorParameters<typeof RateLimits>[0]>({ clock: { kind: 'system' } }));
type PhoneBudget = 'phoneCodesToNumber' | 'phoneCodesOfPerson' | 'phoneCodes';

describe('codes by SMS and calls', () => {
  it.each([
    ['phoneCodesToNumber', phoneCodesPerDay.number, 3],
    ['phoneCodesOfPerson', phoneCodesPerDay.person, 10],
    ['phoneCodes', phoneCodesPerDay.organisation, 100],
  ] as const)('are limited a day: %s', async (budget: PhoneBudget, points, expected) => {
    expect(points).toBe(expected);
    const rates = limits();
    for (let n = 0; n < points; n += 1) await rates.take(budget, 'one');
    await expect(rates.take(budget, 'one')).rejects.toMatchObject({ code: 'limit.rate' });
    await rates.take(budget, 'another');
  });
});
