import type { Cast, Promises } from './cast.js';

/** It is sent three times: the second time pages no one and changes nothing. */
const isOne = async (cast: Cast, send: () => Promise<unknown>): Promise<void> => {
  await cast.stage.settleFully();
  const { length } = await cast.stage.listGroups();
  expect(await cast.countRings(send)).toEqual([1, 0]);
  const group = await cast.getLastGroup();
  const events = (await cast.stage.getTimeline(group.id)).length;
  for (let time = 0; time < 2; time += 1) expect(await cast.countRings(send)).toEqual([0, 0]);
  await cast.stage.settleFully();
  expect(await cast.stage.listGroups()).toHaveLength(length + 1);
  expect(await cast.getLastGroup()).toMatchObject({ id: group.id, status: 'firing', alerts: 1, firing: 1 });
  expect(await cast.stage.getTimeline(group.id)).toHaveLength(events);
};

export const theSameSignalTwiceIsOneAlert: Promises = {
  'by its key': async (cast) => isOne(cast, () => cast.stage.generic({ summary: 'Twice', key: 'twice' })),

  'without a key by what it says': async (cast) =>
    isOne(cast, () => cast.stage.generic({ summary: 'No key', source: 'db-1', labels: { disk: 'sda' } })),

  'and it is another one when it says something else': async (cast) => {
    const { number } = await cast.getLastGroup();
    await cast.stage.generic({ summary: 'No key', source: 'db-1', labels: { disk: 'sdb' } });
    expect(await cast.getLastGroup()).toMatchObject({ number: number + 1, alerts: 1 });
  },

  'by PagerDuty’s dedup key': async (cast) => isOne(cast, () => cast.stage.pagerduty('trigger', 'twice')),

  'by Alertmanager’s fingerprint': async (cast) =>
    isOne(cast, () => cast.stage.alertmanager('firing', [{ name: 'Twice' }], { groupKey: '{}:{cluster="twice"}' })),
};
