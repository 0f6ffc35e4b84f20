import { live } from './life.js';

const isDeep = process.env['TOCSIN_DEEP'] === '1';
const seeds = Array.from({ length: isDeep ? 2_000 : 50 }, (_, n) => n + 1);

/** Lives of the real engine under a seeded scheduler: those of every second seed, so that two files can run side by side. */
export const keepsWhatItPromises = (which: 'odd' | 'even'): void => {
  it.each(seeds.filter((seed) => seed % 2 === (which === 'odd' ? 1 : 0)))('keeps what it promises: seed %i', async (seed) => {
    const { violations, troubles, digest } = await live(seed);
    // a replay that ends with the same digest is the same life
    const replay = `npm run simulate -- --seed ${seed} --trace (${digest.slice(0, 12)})`;
    expect({ violations, troubles, replay }).toMatchObject({ violations: [], troubles: [] });
  });
};
