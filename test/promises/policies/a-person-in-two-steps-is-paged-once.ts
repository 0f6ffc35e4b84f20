import type { Promises } from './cast.js';

export const aPersonInTwoStepsIsPagedOnce: Promises = {
  'the second step goes on with the page that is under way: their rules count from its start': async (cast) => {
    const { stage, bo, cleo } = cast;
    const { api, personId, methodId: contactMethodId } = bo;
    const { says } = await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 7 });
    await stage.setPolicy([
      { page: [bo], wait: 5 },
      { page: [bo, cleo], wait: 5 },
    ]);
    const ringsBefore = [bo.ringCount, cleo.ringCount] as const;
    const countRings = () => [bo.ringCount - ringsBefore[0], cleo.ringCount - ringsBefore[1]];
    const { id } = await cast.openGroup();
    await stage.advance('PT5M');
    expect(await cast.namesOfPaged(id)).toEqual(['Bo', 'Cleo']);
    expect(countRings()).toEqual([1, 1]);
    await stage.advance('PT2M');
    expect(countRings()).toEqual([2, 1]);
    await api.run('RemoveNotificationRule', { personId, ruleId: String(says['ruleId']) });
  },
};
