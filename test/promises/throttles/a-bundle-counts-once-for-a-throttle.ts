import type { Promises } from './cast.js';

export const aBundleCountsOnceForAThrottle: Promises = {
  'five messages go out in a quarter of an hour, however many groups they name': async (cast) => {
    for (let n = 0; n < 2; n += 1) {
      for (let openedCount = 0; openedCount < 3; openedCount += 1) await cast.openGroup('warning');
      await cast.stage.advance('PT3M');
    }
    expect(cast.smsSizes).toEqual([1, 2, 1, 2]);
    await cast.openGroup('warning');
    await cast.stage.advance('PT3M');
    await cast.openGroup('warning');
    await cast.stage.advance('PT3M');
    expect(cast.smsSizes).toEqual([1, 2, 1, 2, 1]);
  },
};
