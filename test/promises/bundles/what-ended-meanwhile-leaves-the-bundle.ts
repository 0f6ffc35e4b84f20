import type { Promises } from './cast.js';

export const whatEndedMeanwhileLeavesTheBundle: Promises = {
  'whether it was acknowledged or resolved': async (cast) => {
    const names = await cast.openGroups(5);
    await cast.ana.api.run('AcknowledgeAlertGroup', { groupId: (await cast.getGroupByName(names[1]!)).id });
    await cast.sendAlert('resolved', names[2]!);
    await cast.stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1, 2]);
  },
};
