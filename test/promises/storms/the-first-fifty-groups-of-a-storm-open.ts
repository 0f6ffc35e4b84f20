import type { Promises } from './keep.js';

export const theFirstFiftyGroupsOfAStormOpen: Promises = {
  'and page for themselves': async (cast) => {
    await cast.flood(50);
    const groups = await cast.groups();
    expect(groups).toHaveLength(50);
    expect(groups.filter(({ storm }) => storm)).toEqual([]);
    expect(await cast.paged(groups[0]!.id)).toEqual(['Ana']);
    expect(await cast.paged(groups[49]!.id)).toEqual(['Ana']);
  },
};
