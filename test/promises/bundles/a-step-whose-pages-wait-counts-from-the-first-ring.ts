import type { Promises } from './keep.js';

export const aStepWhosePagesWaitCountsFromTheFirstRing: Promises = {
  'the next is called so long after the message, and not before it': async (cast) => {
    const { stage, bo, cleo } = cast;
    await stage.policy([
      { page: [bo], wait: 1 },
      { page: [cleo], wait: 60 },
    ]);
    const [first, second] = await cast.opens(2);
    const paging = async (name: string) => (await cast.group(name)).paging.includes(cleo.personId);
    await stage.advance('PT1M');
    expect([await paging(first!), await paging(second!)]).toEqual([true, false]);
    await stage.advance('PT59S');
    expect(await paging(second!)).toBe(false);
    await stage.advance('PT1S');
    expect(await paging(second!)).toBe(true);
    await stage.policy([{ page: [bo], wait: 60 }]);
  },
};
