import type { Promises } from './cast.js';

export const quietMessagesWaitForEachOther: Promises = {
  'for five minutes, by a wait of their own': async (cast) => {
    const names = await cast.openGroups(4);
    await cast.stage.advance('PT1M');
    for (const name of names) {
      await cast.sendAlert('resolved', name);
      await cast.stage.settle();
    }
    expect(cast.messageSizes(true)).toEqual([1]);
    await cast.openGroups(1);
    await cast.stage.advance('PT4M59S');
    expect(cast.messageSizes()).toEqual([1, 3, 1]);
    expect(cast.messageSizes(true)).toEqual([1]);
    await cast.stage.advance('PT1S');
    expect(cast.messageSizes(true)).toEqual([1, 3]);
  },
};
