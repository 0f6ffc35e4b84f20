import type { Promises } from './cast.js';

export const aThreadThatDoesNotFitGoesWholeIntoALinkedGroup: Promises = {
  'and none of its alerts is lost': async (cast) => {
    await cast.floodToLimit();
    await cast.sendThread('First', 1_100);
    await cast.sendThread('Second', 1_000);
    expect((await cast.listStormGroups()).map(({ firing, counted }) => [firing, counted])).toEqual([
      [1_100, 0],
      [1_000, 0],
    ]);
  },
  'which resolves by its own key': async (cast) => {
    await cast.resolveThread('Second');
    expect((await cast.listStormGroups()).map(({ status }) => status)).toEqual(['firing', 'resolved']);
  },
};
