import type { Promises } from './cast.js';

export const respondersThatAreAddedArePagedAlthoughAcknowledged: Promises = {
  'people and teams at once, each person once': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [bo] }]);
    const { id: groupId } = await cast.openGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    const before = [ana.ringCount, cleo.ringCount];
    const targets = [
      { kind: 'person', personId: cleo.personId },
      { kind: 'team', teamId: stage.setUpAnswer.teamId },
    ] as const;
    await bo.api.run('AddResponders', { groupId, targets: [...targets] });
    await stage.settle();
    expect([ana.ringCount - before[0]!, cleo.ringCount - before[1]!]).toEqual([1, 1]);
    expect(await ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  },
};
