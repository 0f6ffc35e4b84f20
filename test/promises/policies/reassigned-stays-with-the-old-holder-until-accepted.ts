import type { Promises } from './cast.js';

export const reassignedStaysWithTheOldHolderUntilAccepted: Promises = {
  'who is asked is paged, and has it once they acknowledge': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [bo] }]);
    const { id: groupId } = await cast.openGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    const before = cleo.ringCount;
    await bo.api.run('ReassignAlertGroup', { groupId, personId: cleo.personId });
    await stage.settle();
    expect(cleo.ringCount - before).toBe(1);
    expect(await ana.api.row('alertGroups', groupId)).toMatchObject({
      holder: { personId: bo.personId },
      reassigning: { personId: cleo.personId },
    });
    await cleo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    expect(await ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'acknowledged', holder: { personId: cleo.personId } });
  },
};
