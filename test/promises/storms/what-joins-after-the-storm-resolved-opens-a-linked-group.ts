import type { Promises } from './keep.js';

export const whatJoinsAfterTheStormResolvedOpensALinkedGroup: Promises = {
  'which is paged for itself': async (cast) => {
    await cast.nearly();
    await cast.flood(6, 'Joins', 'critical');
    const [first] = await cast.storms();
    await cast.ana.api.run('ResolveAlertGroup', { groupId: first!.id });
    await cast.flood(2, 'Next', 'critical');
    const [resolved, linked] = await cast.storms();
    expect(resolved).toMatchObject({ status: 'resolved' });
    expect(linked).toMatchObject({ status: 'firing', firing: 2 });
    expect(linked!.follows).toBeUndefined();
    expect(await cast.paged(linked!.id)).toEqual(['Ana']);
  },
};
