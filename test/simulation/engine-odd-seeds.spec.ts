import { keepsWhatItPromises } from './engine/keeps-what-it-promises.js';
import { live } from './engine/life.js';

describe('the real engine under a seeded scheduler', () => {
  keepsWhatItPromises('odd');

  it('lives the same life twice', async () => {
    for (const seed of [1, 2, 3]) expect((await live(seed)).digest).toBe((await live(seed)).digest);
  });
});
