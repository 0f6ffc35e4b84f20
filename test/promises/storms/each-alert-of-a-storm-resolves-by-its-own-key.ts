import type { Promises } from './keep.js';

export const eachAlertOfAStormResolvesByItsOwnKey: Promises = {
  'and the storm ends with the last of them': async (cast) => {
    await cast.nearly();
    for (const key of ['a', 'b', 'c']) await cast.pagerduty('trigger', key);
    await cast.pagerduty('resolve', 'b');
    expect(await cast.storms()).toMatchObject([{ status: 'firing', firing: 2, alerts: 3 }]);
    await cast.pagerduty('resolve', 'a');
    await cast.pagerduty('resolve', 'c');
    expect(await cast.storms()).toMatchObject([{ status: 'resolved', firing: 0 }]);
  },
};
