import type { Promises } from './cast.js';

export const whatJoinsAfterTheStormResolvedOpensALinkedGroup: Promises = {
  'which is paged for itself': async (cast) => {
    await cast.floodToLimit();
    await cast.flood(6, 'Joins', 'critical');
    const [first] = await cast.listStormGroups();
    await cast.ana.api.run('ResolveAlertGroup', { groupId: first!.id });
    await cast.flood(2, 'Next', 'critical');
    const [resolvedGroup, linkedGroup] = await cast.listStormGroups();
    expect(resolvedGroup).toMatchObject({ status: 'resolved' });
    expect(linkedGroup).toMatchObject({ status: 'firing', firing: 2 });
    expect(linkedGroup!.follows).toBeUndefined();
    expect(await cast.namesOfPaged(linkedGroup!.id)).toEqual(['Ana']);
  },
};
