import type { Promises } from './keep.js';

const ungrouped = { groupKey: '{}:{}', groupLabels: {} };
const disk = [{ name: 'SplitDisk' }, { name: 'SplitDisk', instance: 'db-2' }];
const network = { name: 'SplitNetwork' };

export const anEmptyGroupingIsSplitByName: Promises = {
  'never one group for a whole monitoring system': async (cast) => {
    const { stage } = cast;
    const { length } = await stage.groups();
    await stage.alertmanager('firing', [...disk, network], ungrouped);
    const opened = (await stage.groups()).slice(length);
    expect(opened.map(({ status, firing }) => [status, firing])).toEqual([['firing', 2], ['firing', 1]]); // prettier-ignore
    expect(opened.map(({ title }) => /Split[A-Z][a-z]+/.exec(title)?.[0])).toEqual(['SplitDisk', 'SplitNetwork']);
  },

  'a name that is new is a group of its own, and takes nothing out of a hand': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.last();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.nothingWaits();
    expect(await cast.rings(() => stage.alertmanager('firing', [...disk, network, { name: 'SplitMemory' }], ungrouped))).toEqual([1, 0]);
    expect(await stage.group(number)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId }, firing: 1 });
    expect(await cast.last()).toMatchObject({ number: number + 1, status: 'firing', firing: 1 });
  },

  'each ends by itself': async (cast) => {
    const { stage } = cast;
    const { number } = await cast.last();
    await stage.alertmanager('firing', [...disk, { ...network, resolved: true }, { name: 'SplitMemory' }], ungrouped);
    const statuses = (await stage.groups()).filter((group) => group.number >= number - 2).map(({ status }) => status);
    expect(statuses).toEqual(['firing', 'resolved', 'firing']);
  },
};
