import type { Promises } from './keep.js';

export const whatEndedMeanwhileLeavesTheBundle: Promises = {
  'whether it was acknowledged or resolved': async (cast) => {
    const names = await cast.opens(5);
    await cast.ana.api.run('AcknowledgeAlertGroup', { groupId: (await cast.group(names[1]!)).id });
    await cast.says('resolved', names[2]!);
    await cast.stage.advance('PT1M');
    expect(cast.heard()).toEqual([1, 2]);
  },
};
