import type { Promises } from './cast.js';

export const roundRobinTakesTheNextEachTime: Promises = {
  'across alert groups, and round again': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [ana, bo, cleo], oneInTurn: true }]);
    // an earlier promise may have left the turn with anyone
    while ((await cast.namesOfPaged((await cast.openGroup()).id))[0] !== 'Cleo');
    const pagedNames: (readonly string[])[] = [];
    for (let n = 0; n < 4; n += 1) pagedNames.push(await cast.namesOfPaged((await cast.openGroup()).id));
    expect(pagedNames).toEqual([['Ana'], ['Bo'], ['Cleo'], ['Ana']]);
  },

  'also where one message opens several alert groups': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [ana, bo, cleo], oneInTurn: true }]);
    const groupIds = await cast.openGroupsInOneMessage(3);
    const pagedNames = (await Promise.all(groupIds.map((id) => cast.namesOfPaged(id)))).flat();
    expect(pagedNames.toSorted()).toEqual(['Ana', 'Bo', 'Cleo']);
  },
};
