import type { Promises } from './cast.js';

export const escalateNowAfterTheLastBeginsTheNextRound: Promises = {
  'however often it is pressed': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [ana] }, { page: [bo] }]);
    const { id: groupId } = await cast.openGroup();
    for (let n = 0; n < 3; n += 1) await cleo.api.run('EscalateAlertGroup', { groupId });
    await stage.settle();
    const { rungs } = await stage.getLadder(groupId);
    expect(rungs.map(({ round, step }) => `${round}.${step}`)).toEqual(['1.1', '1.2', '2.1', '2.2']);
  },
};
