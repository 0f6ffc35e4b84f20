import type { Promises } from './keep.js';

export const roundRobinTakesTheNextEachTime: Promises = {
  'across alert groups, and round again': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([{ page: [ana, bo, cleo], oneInTurn: true }]);
    // an earlier promise may have left the turn with anyone
    while ((await cast.called((await cast.opens()).id))[0] !== 'Cleo');
    const called: (readonly string[])[] = [];
    for (let n = 0; n < 4; n += 1) called.push(await cast.called((await cast.opens()).id));
    expect(called).toEqual([['Ana'], ['Bo'], ['Cleo'], ['Ana']]);
  },

  'also where one message opens several alert groups': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([{ page: [ana, bo, cleo], oneInTurn: true }]);
    const groupIds = await cast.opensAtOnce(3);
    const called = (await Promise.all(groupIds.map((id) => cast.called(id)))).flat();
    expect(called.toSorted()).toEqual(['Ana', 'Bo', 'Cleo']);
  },
};
