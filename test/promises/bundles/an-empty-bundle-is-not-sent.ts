import type { Promises } from './cast.js';

export const anEmptyBundleIsNotSent: Promises = {
  'where all that waited is over when its wait ends': async (cast) => {
    const names = await cast.openGroups(3);
    for (const name of names.slice(1)) await cast.sendAlert('resolved', name);
    await cast.stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1]);
    // and it opens no wait
    await cast.openGroups(1);
    expect(cast.messageSizes()).toEqual([1, 1]);
  },
};
