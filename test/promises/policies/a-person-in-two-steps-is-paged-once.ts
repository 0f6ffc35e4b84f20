import type { Promises } from './keep.js';

export const aPersonInTwoStepsIsPagedOnce: Promises = {
  'the second step goes on with the page that is under way: their rules count from its start': async (cast) => {
    const { stage, bo, cleo } = cast;
    const { api, personId, methodId: contactMethodId } = bo;
    const { says } = await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 7 });
    await stage.policy([
      { page: [bo], wait: 5 },
      { page: [bo, cleo], wait: 5 },
    ]);
    const before = [bo.rang, cleo.rang] as const;
    const rang = () => [bo.rang - before[0], cleo.rang - before[1]];
    const { id } = await cast.opens();
    await stage.advance('PT5M');
    expect(await cast.called(id)).toEqual(['Bo', 'Cleo']);
    expect(rang()).toEqual([1, 1]);
    await stage.advance('PT2M');
    expect(rang()).toEqual([2, 1]);
    await api.run('RemoveNotificationRule', { personId, ruleId: String(says['ruleId']) });
  },
};
