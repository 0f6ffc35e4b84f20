import type { Promises } from './cast.js';

export const anEmptyStepIsSkippedAtOnce: Promises = {
  'nobody waits for somebody who can not be paged': async (cast) => {
    const { stage, bo, cleo } = cast;
    await cast.runWithoutBosPhone(async () => {
      await stage.setPolicy([{ page: [bo], wait: 60 }, { page: [cleo] }]);
      const { id } = await cast.openGroup();
      expect(await cast.namesOfPaged(id)).toEqual(['Cleo']);
      const { rungs } = await stage.getLadder(id);
      expect(rungs.map(({ step, empty }) => [step, empty])).toEqual([
        [1, true],
        [2, false],
      ]);
    });
  },
};
