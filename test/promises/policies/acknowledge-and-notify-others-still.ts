import type { Cast, Promises } from './cast.js';

/** How often Bo, who acknowledges, and Cleo are paged by their rules two minutes later. */
const ringsAfterAcknowledge = async (cast: Cast, notifyOthersStill: boolean): Promise<readonly number[]> => {
  const { stage, bo, cleo } = cast;
  await stage.setPolicy([{ page: [bo, cleo], notifyOthersStill }]);
  const rules = [];
  for (const { api, personId, methodId: contactMethodId } of [bo, cleo]) {
    const { says } = await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 2 });
    rules.push({ api, personId, ruleId: String(says['ruleId']) });
  }
  const { id: groupId } = await cast.openGroup();
  await bo.api.run('AcknowledgeAlertGroup', { groupId });
  const before = [bo.ringCount, cleo.ringCount] as const;
  await stage.advance('PT2M');
  for (const { api, ...rule } of rules) await api.run('RemoveNotificationRule', rule);
  return [bo.ringCount - before[0], cleo.ringCount - before[1]];
};

export const acknowledgeAndNotifyOthersStill: Promises = {
  'all phones fall silent where the step says nothing of it': async (cast) =>
    expect(await ringsAfterAcknowledge(cast, false)).toEqual([0, 0]),
  'where it does, everybody’s but that of whoever acknowledged ring on': async (cast) =>
    expect(await ringsAfterAcknowledge(cast, true)).toEqual([0, 1]),
};
