import type { Promises } from './keep.js';

export const whenTheLeaderEndsTheNextGoesOnAndRingsNobody: Promises = {
  'it goes on at its step and due time': async (cast) => {
    const { ana, bo } = cast;
    await cast.nearly();
    await cast.thread('First', 1_100);
    await cast.thread('Second', 1_000);
    await cast.stage.advance('PT2M');
    const [first] = await cast.storms();
    const rang = [ana.rang, bo.rang];
    await cast.ends('First');
    const [ended, second] = await cast.storms();
    expect(ended).toMatchObject({ status: 'resolved' });
    expect(second).toMatchObject({ status: 'firing', next: first!.next });
    expect(second!.follows).toBeUndefined();
    expect([ana.rang, bo.rang]).toEqual(rang);
    expect(await cast.told()).toEqual([]);
    await cast.stage.advance('PT3M');
    expect(await cast.paged(second!.id)).toContain('Bo');
  },
  'and whoever was paged is told when the last one ends': async (cast) => {
    await cast.ends('Second');
    await cast.stage.advance('PT5M');
    expect((await cast.told()).toSorted()).toEqual(['Ana', 'Bo']);
  },
};
