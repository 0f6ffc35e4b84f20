import type { Promises } from './keep.js';

export const theFirstPageOfAnotherServiceDoesNotWait: Promises = {
  'twice in ten minutes; the next waits like the others': async (cast) => {
    await cast.opens(2);
    expect(cast.heard()).toEqual([1]);
    for (const service of [1, 2, 3]) await cast.opens(1, { service });
    expect(cast.heard()).toEqual([1, 1, 1]);
    await cast.stage.advance('PT1M');
    expect(cast.heard()).toEqual([1, 1, 1, 2]);
  },
};
