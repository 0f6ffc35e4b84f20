import type { Promises } from './keep.js';

export const stepsKeepTheirIdsThroughVersions: Promises = {
  'wherever they are moved, and also for a client that knows no ids': async ({ stage, ana, bo, cleo }) => {
    const { teamId, policyId } = stage.made;
    await stage.policy([{ page: [ana] }, { page: [bo] }]);
    const { name, version, steps } = await ana.api.row('policies', policyId);
    const [first, second] = steps;
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, steps: [second!, { ...first!, waitMinutes: 9 }] });
    await stage.settle();
    const idsNow = async () => (await ana.api.row('policies', policyId)).steps.map(({ stepId }) => stepId);
    expect(await idsNow()).toEqual([second!.stepId, first!.stepId]);
    await stage.policy([{ page: [bo] }, { page: [cleo] }]);
    expect(await idsNow()).toEqual([second!.stepId, first!.stepId]);
  },

  'and what a group took is known by them': async (cast) => {
    const { stage, ana } = cast;
    const { id } = await cast.opens();
    await stage.advance('PT5M');
    const { steps } = await ana.api.row('policies', stage.made.policyId);
    const taken = (await stage.timeline(id)).flatMap((event) => (event.type === 'EscalationStepTaken' ? [event.data.stepId] : []));
    expect(taken).toEqual(steps.map(({ stepId }) => stepId));
  },
};
