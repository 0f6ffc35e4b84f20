import type { Promises } from './cast.js';

export const aJoinerOfHighUrgencyPagesAgainAfterAnAcknowledge: Promises = {
  'five minutes after the last ring, the assignee first': async (cast) => {
    const { ana } = cast;
    await cast.floodToLimit();
    await cast.flood(3, 'First', 'critical');
    await cast.stage.advance('PT1M');
    const groupId = (await cast.listStormGroups())[0]!.id;
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await cast.flood(5, 'High', 'critical');
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'acknowledged', storm: { newSince: 5 } }]);
    await cast.stage.advance('PT3M59S');
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'acknowledged' }]);
    const before = (await cast.namesOfPaged(groupId)).length;
    await cast.stage.advance('PT2S');
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'firing', holder: null }]);
    expect((await cast.namesOfPaged(groupId)).slice(before)).toEqual(['Ana']);
    await cast.stage.advance('PT5M');
    expect((await cast.namesOfPaged(groupId)).slice(before)).toEqual(['Ana', 'Ana']);
  },
  'and one of low urgency leaves it alone': async (cast) => {
    const groupId = (await cast.listStormGroups())[0]!.id;
    await cast.ana.api.run('AcknowledgeAlertGroup', { groupId });
    await cast.flood(2, 'Low', 'info');
    await cast.stage.advance('PT10M');
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'acknowledged', storm: { newSince: 2 } }]);
  },
};
