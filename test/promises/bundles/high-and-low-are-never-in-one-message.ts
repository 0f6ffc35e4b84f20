import type { Promises } from './cast.js';

export const highAndLowAreNeverInOneMessage: Promises = {
  'each urgency has a wait of its own': async (cast) => {
    await cast.openGroups(3);
    await cast.openGroups(3, { severity: 'warning' });
    expect(cast.messageSizes()).toEqual([1, 1]);
    await cast.stage.advance('PT1M');
    expect(cast.listMessages().slice(2)).toMatchObject([
      { urgency: 'high', count: 2 },
      { urgency: 'low', count: 2 },
    ]);
  },
};
