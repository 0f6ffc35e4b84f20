import type { Promises } from './keep.js';

export const aThreadThatDoesNotFitGoesWholeIntoALinkedGroup: Promises = {
  'and none of its alerts is lost': async (cast) => {
    await cast.nearly();
    await cast.thread('First', 1_100);
    await cast.thread('Second', 1_000);
    expect((await cast.storms()).map(({ firing, counted }) => [firing, counted])).toEqual([
      [1_100, 0],
      [1_000, 0],
    ]);
  },
  'which resolves by its own key': async (cast) => {
    await cast.ends('Second');
    expect((await cast.storms()).map(({ status }) => status)).toEqual(['firing', 'resolved']);
  },
};
