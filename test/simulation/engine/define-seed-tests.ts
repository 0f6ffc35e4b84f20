import { byTier } from '@tocsin/testing/tier.js';
import { simulate } from './simulation-run.js';
import { findUnstable } from './what-if-differences.js';

/**
 * Seeds in which a rule fails, messages wait behind late ones, a clock is set back, a turn is taken late, a storm is large, or a
 * message is sent again.
 */
const eventful = [1, 2, 4, 8, 22, 26, 31, 34, 36, 44];
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1);

const seeds = byTier({ short: [1, 2], full: [...new Set([...upTo(24), ...eventful])], deep: upTo(2_000) });
const imagined = new Set(byTier({ short: [1], full: eventful, deep: upTo(500) }));

/** Runs lives of the real engine under a seeded scheduler: every second seed, so that two files can run in parallel. */
export const defineSeedTests = (parity: 'odd' | 'even'): void => {
  it.each(seeds.filter((seed) => seed % 2 === (parity === 'odd' ? 1 : 0)))('keeps what it promises: seed %i', async (seed) => {
    const life = await simulate(seed);
    const { violations, errors: troubles, digest } = life;
    // a replay with the same digest is the same life
    const replay = `npm run simulate -- --seed ${seed} --trace (${digest.slice(0, 12)})`;
    expect({ violations, troubles, replay }).toMatchObject({ violations: [], troubles: [] });
    if (imagined.has(seed)) expect({ unstable: findUnstable(life), replay }).toMatchObject({ unstable: [] });
  });
};
