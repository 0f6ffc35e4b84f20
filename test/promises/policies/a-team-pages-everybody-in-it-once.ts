import type { Promises } from './keep.js';

export const aTeamPagesEverybodyInItOnce: Promises = {
  'also who is named beside it': async (cast) => {
    const { stage, bo } = cast;
    await stage.policy([{ page: [{ kind: 'team', teamId: stage.made.teamId }, bo] }]);
    const { id } = await cast.opens();
    expect((await cast.called(id)).toSorted()).toEqual(['Ana', 'Bo', 'Cleo']);
  },
};
