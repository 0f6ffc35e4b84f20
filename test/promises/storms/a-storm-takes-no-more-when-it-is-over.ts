import type { Promises } from './cast.js';

export const aStormTakesNoMoreWhenItIsOver: Promises = {
  'that is when fewer than five joined in ten minutes': async (cast) => {
    await cast.floodToLimit();
    await cast.flood(6, 'Joins');
    await cast.stage.advance('PT9M');
    await cast.flood(4, 'Slow');
    expect(await cast.listGroups()).toHaveLength(51);
    await cast.stage.advance('PT2M');
    await cast.flood(1, 'Alone');
    const groups = await cast.listGroups();
    expect(groups).toHaveLength(52);
    expect(groups[51]!.storm).toBeUndefined();
  },
};
