import type { Promises } from './cast.js';

const ungroupedFields = { groupKey: '{}:{}', groupLabels: {} };
const disk = [{ name: 'SplitDisk' }, { name: 'SplitDisk', instance: 'db-2' }];
const network = { name: 'SplitNetwork' };

export const anEmptyGroupingIsSplitByName: Promises = {
  'never one group for a whole monitoring system': async (cast) => {
    const { stage } = cast;
    const { length } = await stage.listGroups();
    await stage.alertmanager('firing', [...disk, network], ungroupedFields);
    const openedGroups = (await stage.listGroups()).slice(length);
    expect(openedGroups.map(({ status, firing }) => [status, firing])).toEqual([['firing', 2], ['firing', 1]]); // prettier-ignore
    expect(openedGroups.map(({ title }) => /Split[A-Z][a-z]+/.exec(title)?.[0])).toEqual(['SplitDisk', 'SplitNetwork']);
  },

  'a name that is new is a group of its own, and takes nothing out of a hand': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settleFully();
    expect(await cast.countRings(() => stage.alertmanager('firing', [...disk, network, { name: 'SplitMemory' }], ungroupedFields))).toEqual(
      [1, 0],
    );
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId }, firing: 1 });
    expect(await cast.getLastGroup()).toMatchObject({ number: number + 1, status: 'firing', firing: 1 });
  },

  'each ends by itself': async (cast) => {
    const { stage } = cast;
    const { number } = await cast.getLastGroup();
    await stage.alertmanager('firing', [...disk, { ...network, resolved: true }, { name: 'SplitMemory' }], ungroupedFields);
    const statuses = (await stage.listGroups()).filter((group) => group.number >= number - 2).map(({ status }) => status);
    expect(statuses).toEqual(['firing', 'resolved', 'firing']);
  },
};
