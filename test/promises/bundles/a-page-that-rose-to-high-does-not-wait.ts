import type { Promises } from './keep.js';

export const aPageThatRoseToHighDoesNotWait: Promises = {
  'though others of its service do': async (cast) => {
    await cast.opens(2);
    const [name] = await cast.opens(1, { severity: 'warning' });
    const before = cast.heard().length;
    await cast.says('firing', name!, { severity: 'critical' });
    await cast.stage.settle();
    expect((await cast.group(name!)).urgency).toBe('high');
    expect(cast.heard().length - before).toBe(1);
  },
};
