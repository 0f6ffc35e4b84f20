import type { Cast, Promises } from './keep.js';

/** It is sent three times: the second time pages no one and changes nothing. */
const isOne = async (cast: Cast, send: () => Promise<unknown>): Promise<void> => {
  await cast.stage.nothingWaits();
  const { length } = await cast.stage.groups();
  expect(await cast.rings(send)).toEqual([1, 0]);
  const group = await cast.last();
  const events = (await cast.stage.timeline(group.id)).length;
  for (let time = 0; time < 2; time += 1) expect(await cast.rings(send)).toEqual([0, 0]);
  await cast.stage.nothingWaits();
  expect(await cast.stage.groups()).toHaveLength(length + 1);
  expect(await cast.last()).toMatchObject({ id: group.id, status: 'firing', alerts: 1, firing: 1 });
  expect(await cast.stage.timeline(group.id)).toHaveLength(events);
};

export const theSameSignalTwiceIsOneAlert: Promises = {
  'by its key': async (cast) => isOne(cast, () => cast.stage.generic({ summary: 'Twice', key: 'twice' })),

  'without a key by what it says': async (cast) =>
    isOne(cast, () => cast.stage.generic({ summary: 'No key', source: 'db-1', labels: { disk: 'sda' } })),

  'and it is another one when it says something else': async (cast) => {
    const { number } = await cast.last();
    await cast.stage.generic({ summary: 'No key', source: 'db-1', labels: { disk: 'sdb' } });
    expect(await cast.last()).toMatchObject({ number: number + 1, alerts: 1 });
  },

  'by PagerDuty’s dedup key': async (cast) => isOne(cast, () => cast.stage.pagerduty('trigger', 'twice')),

  'by Alertmanager’s fingerprint': async (cast) =>
    isOne(cast, () => cast.stage.alertmanager('firing', [{ name: 'Twice' }], { groupKey: '{}:{cluster="twice"}' })),
};
