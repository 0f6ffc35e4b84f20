import type { Promises } from './cast.js';

export const roundRobinSkipsWhoeverCannotBeReached: Promises = {
  'and says whom': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await cast.runWithoutBosPhone(async () => {
      await stage.setPolicy([{ page: [ana, bo, cleo], oneInTurn: true }]);
      const pagedNames = [];
      for (let n = 0; n < 3; n += 1) pagedNames.push(...(await cast.namesOfPaged((await cast.openGroup()).id)));
      expect(pagedNames).not.toContain('Bo');
      expect(new Set(pagedNames)).toEqual(new Set(['Ana', 'Cleo']));
      const ladders = (await stage.listGroups()).map(({ id }) => stage.getLadder(id));
      const skippedPeople = (await Promise.all(ladders)).flatMap(({ rungs }) => rungs[0]!.targets.flatMap(({ persons }) => persons));
      expect(skippedPeople).toContainEqual(
        expect.objectContaining({ personId: bo.personId, outcome: 'not_reachable', reason: 'delivery.no_method' }),
      );
    });
  },
};
