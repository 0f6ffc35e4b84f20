import type { Promises } from './cast.js';

const olderGroupKey = { groupKey: '{}:{cluster="older"}' };
const newer = { groupKey: '{}:{cluster="newer",team="db"}' };
const oldKeyCondition = { name: 'OldKeyDisk' };
const other = { name: 'OldKeyDisk', instance: 'db-2' };

export const aResolveClosesTheAlertUnderOlderKeys: Promises = {
  'that fires since before its sender grouped it otherwise; the rest of its group goes on': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('firing', [oldKeyCondition, other], olderGroupKey);
    const { number } = await cast.getLastGroup();
    await stage.alertmanager('resolved', [oldKeyCondition], newer);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', firing: 1 });
  },

  'and with its last alert the group under the older key is over, beside that under the newer': async (cast) => {
    const { stage, ana } = cast;
    const { number } = await cast.getLastGroup();
    await stage.alertmanager('firing', [other], newer);
    expect(await cast.getLastGroup()).toMatchObject({ number: number + 1, status: 'firing' });
    await stage.alertmanager('resolved', [other], newer);
    for (const one of [number, number + 1])
      expect(await stage.getGroup(one)).toMatchObject({ status: 'resolved', firing: 0, resolvedBy: { by: 'sender' } });
    const before = ana.ringCount;
    await stage.advance('PT1H');
    expect(ana.ringCount).toBe(before);
  },
};
