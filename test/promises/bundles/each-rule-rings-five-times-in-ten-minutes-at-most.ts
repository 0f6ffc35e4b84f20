import { countOf, type Promises } from './cast.js';

export const eachRuleRingsFiveTimesInTenMinutesAtMost: Promises = {
  'while eleven groups fall due in every minute, and every page goes out': async (cast) => {
    let openedCount = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      for (const service of [0, 1, 2]) openedCount += (await cast.openGroups(4, { service })).length;
      await cast.stage.advance('PT1M');
    }
    expect(cast.messageSizes().length).toBeLessThanOrEqual(5);
    await cast.stage.advance('PT5M');
    expect(cast.listMessages().reduce((sum, message) => sum + countOf(message), 0)).toBe(openedCount);
  },
};
