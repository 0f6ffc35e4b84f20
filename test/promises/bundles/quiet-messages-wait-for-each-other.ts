import type { Promises } from './keep.js';

export const quietMessagesWaitForEachOther: Promises = {
  'for five minutes, by a wait of their own': async (cast) => {
    const names = await cast.opens(4);
    await cast.stage.advance('PT1M');
    for (const name of names) {
      await cast.says('resolved', name);
      await cast.stage.settle();
    }
    expect(cast.heard(true)).toEqual([1]);
    await cast.opens(1);
    await cast.stage.advance('PT4M59S');
    expect(cast.heard()).toEqual([1, 3, 1]);
    expect(cast.heard(true)).toEqual([1]);
    await cast.stage.advance('PT1S');
    expect(cast.heard(true)).toEqual([1, 3]);
  },
};
