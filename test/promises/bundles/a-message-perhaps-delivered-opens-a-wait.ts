import type { Promises } from './cast.js';

export const aMessagePerhapsDeliveredOpensAWait: Promises = {
  'in which it is repeated, and after which what waited is one message': async (cast) => {
    const { stage, bo } = cast;
    bo.phone.drop();
    await cast.openGroups(1);
    bo.phone.recover();
    await cast.openGroups(3);
    expect(cast.messageSizes()).toEqual([]);
    await stage.advance('PT15S');
    expect(cast.messageSizes()).toEqual([1]);
    await stage.advance('PT45S');
    expect(cast.messageSizes()).toEqual([1, 3]);
  },
};
