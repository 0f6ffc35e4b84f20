import type { Promises } from './keep.js';

export const roundRobinSkipsWhoeverCannotBeReached: Promises = {
  'and says whom': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await cast.withoutBosPhone(async () => {
      await stage.policy([{ page: [ana, bo, cleo], oneInTurn: true }]);
      const called = [];
      for (let n = 0; n < 3; n += 1) called.push(...(await cast.called((await cast.opens()).id)));
      expect(called).not.toContain('Bo');
      expect(new Set(called)).toEqual(new Set(['Ana', 'Cleo']));
      const taken = (await stage.groups()).map(({ id }) => stage.ladder(id));
      const missed = (await Promise.all(taken)).flatMap(({ rungs }) => rungs[0]!.targets.flatMap(({ persons }) => persons));
      expect(missed).toContainEqual(
        expect.objectContaining({ personId: bo.personId, outcome: 'not_reachable', reason: 'delivery.no_method' }),
      );
    });
  },
};
