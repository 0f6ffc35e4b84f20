import type { Promises } from './cast.js';

export const aPageThatRoseToHighDoesNotWait: Promises = {
  'though others of its service do': async (cast) => {
    await cast.openGroups(2);
    const [name] = await cast.openGroups(1, { severity: 'warning' });
    const before = cast.messageSizes().length;
    await cast.sendAlert('firing', name!, { severity: 'critical' });
    await cast.stage.settle();
    expect((await cast.getGroupByName(name!)).urgency).toBe('high');
    expect(cast.messageSizes().length - before).toBe(1);
  },
};
