import type { Promises } from './keep.js';

export const anEmptyStepIsSkippedAtOnce: Promises = {
  'nobody waits for somebody who can not be paged': async (cast) => {
    const { stage, bo, cleo } = cast;
    await cast.withoutBosPhone(async () => {
      await stage.policy([{ page: [bo], wait: 60 }, { page: [cleo] }]);
      const { id } = await cast.opens();
      expect(await cast.called(id)).toEqual(['Cleo']);
      const { rungs } = await stage.ladder(id);
      expect(rungs.map(({ step, empty }) => [step, empty])).toEqual([
        [1, true],
        [2, false],
      ]);
    });
  },
};
