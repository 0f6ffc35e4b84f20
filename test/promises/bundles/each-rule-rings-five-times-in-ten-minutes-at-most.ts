import { countOf, type Promises } from './keep.js';

export const eachRuleRingsFiveTimesInTenMinutesAtMost: Promises = {
  'while eleven groups fall due in every minute, and every page goes out': async (cast) => {
    let opened = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      for (const service of [0, 1, 2]) opened += (await cast.opens(4, { service })).length;
      await cast.stage.advance('PT1M');
    }
    expect(cast.heard().length).toBeLessThanOrEqual(5);
    await cast.stage.advance('PT5M');
    expect(cast.messages().reduce((sum, message) => sum + countOf(message), 0)).toBe(opened);
  },
};
