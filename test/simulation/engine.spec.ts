import { live } from './engine/life.js';

const isDeep = process.env['TOCSIN_DEEP'] === '1';
const seeds = Array.from({ length: isDeep ? 2_000 : 50 }, (_, n) => n + 1);

describe('the real engine under a seeded scheduler', () => {
  it.each(seeds)('keeps what it promises: seed %i', async (seed) => {
    const { violations, troubles, digest } = await live(seed);
    // a replay that ends with the same digest is the same life
    const replay = `npm run simulate -- --seed ${seed} --trace (${digest.slice(0, 12)})`;
    expect({ violations, troubles, replay }).toMatchObject({ violations: [], troubles: [] });
  });

  it('lives the same life twice', async () => {
    for (const seed of [1, 2, 3]) expect((await live(seed)).digest).toBe((await live(seed)).digest);
  });
});
