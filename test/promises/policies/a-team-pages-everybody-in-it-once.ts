import type { Promises } from './cast.js';

export const aTeamPagesEverybodyInItOnce: Promises = {
  'also who is named beside it': async (cast) => {
    const { stage, bo } = cast;
    await stage.setPolicy([{ page: [{ kind: 'team', teamId: stage.setUpAnswer.teamId }, bo] }]);
    const { id } = await cast.openGroup();
    expect((await cast.namesOfPaged(id)).toSorted()).toEqual(['Ana', 'Bo', 'Cleo']);
  },
};
