import type { Promises } from './keep.js';

const pattern = (value: string) => ({ labels: [{ label: 'instance', operator: '=~' as const, value }] });

export const aStepByLabelsIsSkippedWithoutThem: Promises = {
  'compared as Prometheus compares them': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.policy([{ page: [ana], conditions: pattern('d|db') }, { page: [bo] }]);
    const ofDb = await cast.opens('critical', { instance: 'db' });
    expect(await cast.called(ofDb.id)).toEqual(['Ana']);
    const ofDba = await cast.opens('critical', { instance: 'dba' });
    expect(await cast.called(ofDba.id)).toEqual(['Bo']);
  },

  'by a pattern that takes no longer for whatever a sender sends': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.policy([{ page: [ana], conditions: pattern('(x+x+)+y') }, { page: [bo] }]);
    const { id } = await cast.opens('critical', { instance: 'x'.repeat(5_000) });
    expect(await cast.called(id)).toEqual(['Bo']);
    const { teamId, policyId } = stage.made;
    const { name, version, steps } = await ana.api.row('policies', policyId);
    const wrong = steps.map((step) => ({ ...step, conditions: pattern('(a)\\1') }));
    expect(await ana.api.expectRefusal('ChangePolicy', { teamId, policyId, name, version, steps: wrong })).toMatchObject({
      code: 'policy.pattern_invalid',
    });
  },
};
