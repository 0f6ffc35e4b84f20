import type { Promises } from './keep.js';

export const respondersThatAreAddedArePagedAlthoughAcknowledged: Promises = {
  'people and teams at once, each person once': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([{ page: [bo] }]);
    const { id: groupId } = await cast.opens();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    const before = [ana.rang, cleo.rang];
    const targets = [
      { kind: 'person', personId: cleo.personId },
      { kind: 'team', teamId: stage.made.teamId },
    ] as const;
    await bo.api.run('AddResponders', { groupId, targets: [...targets] });
    await stage.settle();
    expect([ana.rang - before[0]!, cleo.rang - before[1]!]).toEqual([1, 1]);
    expect(await ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  },
};
