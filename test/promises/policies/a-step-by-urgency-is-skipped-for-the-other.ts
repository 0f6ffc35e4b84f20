import type { Promises } from './keep.js';

export const aStepByUrgencyIsSkippedForTheOther: Promises = {
  'as the urgency is when the step is due': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([
      { page: [ana], conditions: { urgency: 'low' } },
      { page: [bo], conditions: { urgency: 'high' } },
      { page: [cleo], conditions: { urgency: 'low' } },
    ]);
    const high = await cast.opens('critical');
    expect(await cast.called(high.id)).toEqual(['Bo']);
    const low = await cast.opens('warning');
    expect(await cast.called(low.id)).toEqual(['Ana']);
  },
};
