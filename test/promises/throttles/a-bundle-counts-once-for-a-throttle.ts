import type { Promises } from './keep.js';

export const aBundleCountsOnceForAThrottle: Promises = {
  'five messages go out in a quarter of an hour, however many groups they name': async (cast) => {
    for (let n = 0; n < 2; n += 1) {
      for (let many = 0; many < 3; many += 1) await cast.opens('warning');
      await cast.stage.advance('PT3M');
    }
    expect(cast.sms).toEqual([1, 2, 1, 2]);
    await cast.opens('warning');
    await cast.stage.advance('PT3M');
    await cast.opens('warning');
    await cast.stage.advance('PT3M');
    expect(cast.sms).toEqual([1, 2, 1, 2, 1]);
  },
};
