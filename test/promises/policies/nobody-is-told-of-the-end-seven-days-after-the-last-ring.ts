import type { Promises } from './cast.js';

export const nobodyIsToldOfTheEndSevenDaysAfterTheLastRing: Promises = {
  'but is until then': async (cast) => {
    const { stage, ana } = cast;
    await stage.setPolicy([{ page: [ana] }]);
    await ana.api.run('ChangeClosingByAge', { days: 0 });
    const countEnds = async (after: string): Promise<number> => {
      const before = ana.pageCauses.length;
      await cast.openGroup('warning');
      await stage.advance(after);
      await cast.resolveAsSender();
      // a quiet word waits a little for others
      await stage.advance('PT6M');
      return ana.pageCauses.slice(before).filter((kind) => kind === 'resolved').length;
    };
    expect(await countEnds('P6DT23H')).toBe(1);
    expect(await countEnds('P7DT1H')).toBe(0);
    await ana.api.run('ChangeClosingByAge', { days: 7 });
  },
};
