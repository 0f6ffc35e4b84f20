import type { Promises } from './cast.js';

export const lowUrgencyClimbsWhereItsPolicySaysSo: Promises = {
  'step by step, as high urgency does, and by the rules for low': async (cast) => {
    const { stage, ana, bo } = cast;
    const { teamId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [ana] }, { page: [bo] }]);
    const { name, version, steps } = await ana.api.row('policies', policyId);
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats: 0, steps, climbLow: true });
    const rings = bo.phone.pages.length;
    const { id } = await cast.openGroup('warning');
    expect(await cast.namesOfPaged(id)).toEqual(['Ana']);
    await stage.advance('PT5M');
    expect(await cast.namesOfPaged(id)).toEqual(['Ana', 'Bo']);
    expect(bo.phone.pages.slice(rings)).toMatchObject([{ urgency: 'low' }]);
  },
};
