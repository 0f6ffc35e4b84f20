import type { Promises } from './cast.js';

export const escalateNowTakesTheNextStepAtOnce: Promises = {
  'also where somebody had it: it fires again': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [ana] }, { page: [bo] }, { page: [cleo] }]);
    const { id: groupId } = await cast.openGroup();
    await ana.api.run('EscalateAlertGroup', { groupId });
    await stage.settle();
    expect(await cast.namesOfPaged(groupId)).toEqual(['Ana', 'Bo']);
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await bo.api.run('EscalateAlertGroup', { groupId });
    await stage.settle();
    expect(await cast.namesOfPaged(groupId)).toEqual(['Ana', 'Bo', 'Cleo']);
    expect(await ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'firing', holder: null, paging: [cleo.personId] });
  },

  'and rings who is being paged already once more': async (cast) => {
    const { stage, bo, cleo } = cast;
    await stage.setPolicy([{ page: [bo] }, { page: [bo, cleo] }]);
    const { id: groupId } = await cast.openGroup();
    const before = bo.ringCount;
    await cleo.api.run('EscalateAlertGroup', { groupId });
    await stage.settle();
    expect(bo.ringCount - before).toBe(1);
    expect(await cast.namesOfPaged(groupId)).toEqual(['Bo', 'Cleo']);
  },
};
