import type { Promises } from './cast.js';

export const stepsKeepTheirIdsThroughVersions: Promises = {
  'wherever they are moved, and also for a client that knows no ids': async ({ stage, ana, bo, cleo }) => {
    const { teamId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [ana] }, { page: [bo] }]);
    const { name, version, steps } = await ana.api.row('policies', policyId);
    const [first, second] = steps;
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, steps: [second!, { ...first!, waitMinutes: 9 }] });
    await stage.settle();
    const readStepIds = async () => (await ana.api.row('policies', policyId)).steps.map(({ stepId }) => stepId);
    expect(await readStepIds()).toEqual([second!.stepId, first!.stepId]);
    await stage.setPolicy([{ page: [bo] }, { page: [cleo] }]);
    expect(await readStepIds()).toEqual([second!.stepId, first!.stepId]);
  },

  'and what a group took is known by them': async (cast) => {
    const { stage, ana } = cast;
    const { id } = await cast.openGroup();
    await stage.advance('PT5M');
    const { steps } = await ana.api.row('policies', stage.setUpAnswer.policyId);
    const takenStepIds = (await stage.getTimeline(id)).flatMap((event) =>
      event.type === 'EscalationStepTaken' ? [event.data.stepId] : [],
    );
    expect(takenStepIds).toEqual(steps.map(({ stepId }) => stepId));
  },
};
