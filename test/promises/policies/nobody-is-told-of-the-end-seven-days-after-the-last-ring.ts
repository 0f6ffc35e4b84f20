import type { Promises } from './keep.js';

export const nobodyIsToldOfTheEndSevenDaysAfterTheLastRing: Promises = {
  'but is until then': async (cast) => {
    const { stage, ana } = cast;
    await stage.policy([{ page: [ana] }]);
    await ana.api.run('ChangeClosingByAge', { days: 0 });
    const ends = async (after: string): Promise<number> => {
      const before = ana.heard.length;
      await cast.opens('warning');
      await stage.advance(after);
      await cast.senderResolves();
      // a quiet word waits a little for others
      await stage.advance('PT6M');
      return ana.heard.slice(before).filter((kind) => kind === 'resolved').length;
    };
    expect(await ends('P6DT23H')).toBe(1);
    expect(await ends('P7DT1H')).toBe(0);
    await ana.api.run('ChangeClosingByAge', { days: 7 });
  },
};
