import type { Promises } from './cast.js';

export const aStepByUrgencyIsSkippedForTheOther: Promises = {
  'as the urgency is when the step is due': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([
      { page: [ana], conditions: { urgency: 'low' } },
      { page: [bo], conditions: { urgency: 'high' } },
      { page: [cleo], conditions: { urgency: 'low' } },
    ]);
    const high = await cast.openGroup('critical');
    expect(await cast.namesOfPaged(high.id)).toEqual(['Bo']);
    const low = await cast.openGroup('warning');
    expect(await cast.namesOfPaged(low.id)).toEqual(['Ana']);
  },
};
