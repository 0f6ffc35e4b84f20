import { byTier } from '@tocsin/testing/tier.js';
import { defineSeedTests } from './engine/define-seed-tests.js';
import { simulate } from './engine/simulation-run.js';

describe('the real engine under a seeded scheduler', () => {
  defineSeedTests('odd');

  it('lives the same life twice', async () => {
    for (const seed of byTier({ short: [3], full: [1, 2, 3], deep: [1, 2, 3] }))
      expect((await simulate(seed)).digest).toBe((await simulate(seed)).digest);
  });
});
