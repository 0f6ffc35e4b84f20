import type { Promises } from './cast.js';

export const theFirstPageOfAnotherServiceDoesNotWait: Promises = {
  'twice in ten minutes; the next waits like the others': async (cast) => {
    await cast.openGroups(2);
    expect(cast.messageSizes()).toEqual([1]);
    for (const service of [1, 2, 3]) await cast.openGroups(1, { service });
    expect(cast.messageSizes()).toEqual([1, 1, 1]);
    await cast.stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1, 1, 1, 2]);
  },
};
