import type { Promises } from './cast.js';

export const eachAlertOfAStormResolvesByItsOwnKey: Promises = {
  'and the storm ends with the last of them': async (cast) => {
    await cast.floodToLimit();
    for (const key of ['a', 'b', 'c']) await cast.sendPagerDuty('trigger', key);
    await cast.sendPagerDuty('resolve', 'b');
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'firing', firing: 2, alerts: 3 }]);
    await cast.sendPagerDuty('resolve', 'a');
    await cast.sendPagerDuty('resolve', 'c');
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'resolved', firing: 0 }]);
  },
};
