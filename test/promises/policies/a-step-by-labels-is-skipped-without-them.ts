import type { Promises } from './cast.js';

const labelCondition = (value: string) => ({ labels: [{ label: 'instance', operator: '=~' as const, value }] });

export const aStepByLabelsIsSkippedWithoutThem: Promises = {
  'compared as Prometheus compares them': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.setPolicy([{ page: [ana], conditions: labelCondition('d|db') }, { page: [bo] }]);
    const ofDb = await cast.openGroup('critical', { instance: 'db' });
    expect(await cast.namesOfPaged(ofDb.id)).toEqual(['Ana']);
    const ofDba = await cast.openGroup('critical', { instance: 'dba' });
    expect(await cast.namesOfPaged(ofDba.id)).toEqual(['Bo']);
  },

  'by a pattern that takes no longer for whatever a sender sends': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.setPolicy([{ page: [ana], conditions: labelCondition('(x+x+)+y') }, { page: [bo] }]);
    const { id } = await cast.openGroup('critical', { instance: 'x'.repeat(5_000) });
    expect(await cast.namesOfPaged(id)).toEqual(['Bo']);
    const { teamId, policyId } = stage.setUpAnswer;
    const { name, version, steps } = await ana.api.row('policies', policyId);
    const invalidSteps = steps.map((step) => ({ ...step, conditions: labelCondition('(a)\\1') }));
    expect(await ana.api.expectRefusal('ChangePolicy', { teamId, policyId, name, version, steps: invalidSteps })).toMatchObject({
      code: 'policy.pattern_invalid',
    });
  },
};
