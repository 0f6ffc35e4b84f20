import type { Promises } from '../signals/cast.js';

const mildCondition = { name: 'Worse', severity: 'warning' };
const graveCondition = { ...mildCondition, severity: 'critical' };

export const theUrgencyThatRisesPagesAtOnce: Promises = {
  'it fires and nobody has it: step 1, by the rules for high urgency, and then the next': async (cast) => {
    const { stage, ana } = cast;
    const key = { groupKey: '{}:{cluster="worse"}' };
    await stage.alertmanager('firing', [mildCondition], key);
    // with low urgency it does not escalate
    expect(await cast.countRings(() => stage.advance('PT30M'))).toEqual([0, 0]);
    expect(await cast.countRings(() => stage.alertmanager('firing', [graveCondition], key))).toEqual([1, 0]);
    expect(ana.phone.pages.at(-1)).toMatchObject({ urgency: 'high', cause: { kind: 'escalation', step: 1 } });
    expect(await cast.countRings(() => stage.advance('PT5M'))).toEqual([0, 1]);
    await cast.finish();
  },

  'somebody has it: it fires again, and rings them first, then step 1': async (cast) => {
    const { stage, bo } = cast;
    const key = { groupKey: '{}:{cluster="held"}' };
    await stage.alertmanager('firing', [mildCondition], key);
    const { id: groupId, number } = await cast.getLastGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settleFully();
    expect(await cast.collectCauses(bo, () => stage.alertmanager('firing', [graveCondition], key))).toEqual(['holder_first']);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', urgency: 'high', holder: null });
    expect(await cast.countRings(() => stage.advance('PT5M'))).toEqual([1, 0]);
    await cast.finish();
  },

  'within a minute of another page, too': async (cast) => {
    const { stage } = cast;
    const key = { groupKey: '{}:{cluster="soon"}' };
    await stage.alertmanager('firing', [mildCondition], key);
    await stage.settleFully();
    await cast.openGroup();
    expect(await cast.countRings(() => cast.openGroup())).toEqual([0, 0]);
    expect(await cast.countRings(() => stage.alertmanager('firing', [graveCondition], key))).toEqual([1, 0]);
  },
};
