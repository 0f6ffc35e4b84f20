import type { Promises } from './keep.js';

export const roundRobinTakesTheNextEachTime: Promises = {
  'across alert groups, and round again': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([{ page: [ana, bo, cleo], oneInTurn: true }]);
    const called: (readonly string[])[] = [];
    for (let n = 0; n < 4; n += 1) called.push(await cast.called((await cast.opens()).id));
    expect(called).toEqual([['Ana'], ['Bo'], ['Cleo'], ['Ana']]);
  },
};
