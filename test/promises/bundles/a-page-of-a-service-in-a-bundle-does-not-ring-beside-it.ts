import type { Promises } from './cast.js';

export const aPageOfAServiceInABundleDoesNotRingBesideIt: Promises = {
  'half a second before its bundle it is in it, and half a second after it waits for the next; no exception is used up': async (cast) => {
    const { stage } = cast;
    await cast.openGroups(1);
    for (const service of [1, 2, 3]) await cast.openGroups(1, { service });
    // the two exceptions are used up: the third service waits
    expect(cast.messageSizes()).toEqual([1, 1, 1]);
    await stage.advance('PT59.5S');
    await cast.openGroups(1, { service: 3 });
    expect(cast.messageSizes()).toEqual([1, 1, 1]);
    await stage.advance('PT0.5S');
    expect(cast.messageSizes()).toEqual([1, 1, 1, 2]);
    await stage.advance('PT0.5S');
    await cast.openGroups(1, { service: 3 });
    expect(cast.messageSizes()).toEqual([1, 1, 1, 2]);
    await stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1, 1, 1, 2, 1]);
  },

  'an exception that becomes free is not used for it while an earlier page of the service waits': async (cast) => {
    const { stage } = cast;
    await cast.finish();
    await cast.openGroups(1);
    for (const service of [1, 2]) await cast.openGroups(1, { service });
    await stage.advance('PT9M30S');
    // the two exceptions are used up for another half a minute: the third service waits
    await cast.openGroups(2);
    await cast.openGroups(1, { service: 3 });
    expect(cast.messageSizes()).toEqual([1, 1, 1, 1]);
    await stage.advance('PT40S');
    await cast.openGroups(1, { service: 3 });
    expect(cast.messageSizes()).toEqual([1, 1, 1, 1]);
    await cast.openGroups(1, { service: 4 });
    expect(cast.messageSizes()).toEqual([1, 1, 1, 1, 1]);
    await stage.advance('PT20S');
    expect(cast.messageSizes()).toEqual([1, 1, 1, 1, 1, 3]);
  },
};
