import type { Promises } from './keep.js';

export const highAndLowAreNeverInOneMessage: Promises = {
  'each urgency has a wait of its own': async (cast) => {
    await cast.opens(3);
    await cast.opens(3, { severity: 'warning' });
    expect(cast.heard()).toEqual([1, 1]);
    await cast.stage.advance('PT1M');
    expect(cast.messages().slice(2)).toMatchObject([
      { urgency: 'high', count: 2 },
      { urgency: 'low', count: 2 },
    ]);
  },
};
