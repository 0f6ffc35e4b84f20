import type { Promises } from './keep.js';

export const anEmptyBundleIsNotSent: Promises = {
  'where all that waited is over when its wait ends': async (cast) => {
    const names = await cast.opens(3);
    for (const name of names.slice(1)) await cast.says('resolved', name);
    await cast.stage.advance('PT1M');
    expect(cast.heard()).toEqual([1]);
    // and it opens no wait
    await cast.opens(1);
    expect(cast.heard()).toEqual([1, 1]);
  },
};
