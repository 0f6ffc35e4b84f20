import type { Promises } from './cast.js';

export const aStepWhosePagesWaitCountsFromTheFirstRing: Promises = {
  'the next is called so long after the message, and not before it': async (cast) => {
    const { stage, bo, cleo } = cast;
    await stage.setPolicy([
      { page: [bo], wait: 1 },
      { page: [cleo], wait: 60 },
    ]);
    const [first, second] = await cast.openGroups(2);
    const isPaging = async (name: string) => (await cast.getGroupByName(name)).paging.includes(cleo.personId);
    await stage.advance('PT1M');
    expect([await isPaging(first!), await isPaging(second!)]).toEqual([true, false]);
    await stage.advance('PT59S');
    expect(await isPaging(second!)).toBe(false);
    await stage.advance('PT1S');
    expect(await isPaging(second!)).toBe(true);
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
  },
};
