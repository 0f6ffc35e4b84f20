import { simulate } from './simulation-run.js';
import { findUnstable } from './what-if-differences.js';

const isDeep = process.env['TOCSIN_DEEP'] === '1';
/**
 * Seeds in which a rule fails, messages wait behind late ones, a clock is set back, a turn is taken late, a storm is large, or a
 * message is sent again.
 */
const imaginedInShort = new Set([1, 2, 4, 8, 22, 26, 31, 34, 36, 44]);
/** The first two dozen, and those of the imagined ones that come later. */
const seeds = Array.from({ length: isDeep ? 2_000 : 50 }, (_, n) => n + 1).filter(
  (seed) => isDeep || seed <= 24 || imaginedInShort.has(seed),
);
const isImagined = (seed: number): boolean => (isDeep ? seed <= 500 : imaginedInShort.has(seed));

/** Runs lives of the real engine under a seeded scheduler: every second seed, so that two files can run in parallel. */
export const defineSeedTests = (parity: 'odd' | 'even'): void => {
  it.each(seeds.filter((seed) => seed % 2 === (parity === 'odd' ? 1 : 0)))('keeps what it promises: seed %i', async (seed) => {
    const life = await simulate(seed);
    const { violations, errors: troubles, digest } = life;
    // a replay with the same digest is the same life
    const replay = `npm run simulate -- --seed ${seed} --trace (${digest.slice(0, 12)})`;
    expect({ violations, troubles, replay }).toMatchObject({ violations: [], troubles: [] });
    if (isImagined(seed)) expect({ unstable: findUnstable(life), replay }).toMatchObject({ unstable: [] });
  });
};
