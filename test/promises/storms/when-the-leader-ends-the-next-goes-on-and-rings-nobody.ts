import type { Promises } from './cast.js';

export const whenTheLeaderEndsTheNextGoesOnAndRingsNobody: Promises = {
  'it goes on at its step and due time': async (cast) => {
    const { ana, bo } = cast;
    await cast.floodToLimit();
    await cast.sendThread('First', 1_100);
    await cast.sendThread('Second', 1_000);
    await cast.stage.advance('PT2M');
    const [first] = await cast.listStormGroups();
    const ringsBefore = [ana.ringCount, bo.ringCount];
    await cast.resolveThread('First');
    const [endedLeader, second] = await cast.listStormGroups();
    expect(endedLeader).toMatchObject({ status: 'resolved' });
    expect(second).toMatchObject({ status: 'firing', next: first!.next });
    expect(second!.follows).toBeUndefined();
    expect([ana.ringCount, bo.ringCount]).toEqual(ringsBefore);
    expect(await cast.namesOfNotified()).toEqual([]);
    await cast.stage.advance('PT3M');
    expect(await cast.namesOfPaged(second!.id)).toContain('Bo');
  },
  'and whoever was paged is told when the last one ends': async (cast) => {
    await cast.resolveThread('Second');
    await cast.stage.advance('PT5M');
    expect((await cast.namesOfNotified()).toSorted()).toEqual(['Ana', 'Bo']);
  },
};
