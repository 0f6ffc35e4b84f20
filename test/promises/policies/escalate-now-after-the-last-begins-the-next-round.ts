import type { Promises } from './keep.js';

export const escalateNowAfterTheLastBeginsTheNextRound: Promises = {
  'however often it is pressed': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([{ page: [ana] }, { page: [bo] }]);
    const { id: groupId } = await cast.opens();
    for (let n = 0; n < 3; n += 1) await cleo.api.run('EscalateAlertGroup', { groupId });
    await stage.settle();
    const { rungs } = await stage.ladder(groupId);
    expect(rungs.map(({ round, step }) => `${round}.${step}`)).toEqual(['1.1', '1.2', '2.1', '2.2']);
  },
};
