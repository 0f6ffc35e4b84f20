import type { Promises } from './cast.js';

export const theFirstFiftyGroupsOfAStormOpen: Promises = {
  'and page for themselves': async (cast) => {
    await cast.flood(50);
    const groups = await cast.listGroups();
    expect(groups).toHaveLength(50);
    expect(groups.filter(({ storm }) => storm)).toEqual([]);
    expect(await cast.namesOfPaged(groups[0]!.id)).toEqual(['Ana']);
    expect(await cast.namesOfPaged(groups[49]!.id)).toEqual(['Ana']);
  },
};
