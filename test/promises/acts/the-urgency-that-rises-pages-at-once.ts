import type { Promises } from '../signals/keep.js';

const mild = { name: 'Worse', severity: 'warning' };
const grave = { ...mild, severity: 'critical' };

export const theUrgencyThatRisesPagesAtOnce: Promises = {
  'it fires and nobody has it: step 1, by the rules for high urgency, and then the next': async (cast) => {
    const { stage, ana } = cast;
    const key = { groupKey: '{}:{cluster="worse"}' };
    await stage.alertmanager('firing', [mild], key);
    // with low urgency it does not escalate
    expect(await cast.rings(() => stage.advance('PT30M'))).toEqual([0, 0]);
    expect(await cast.rings(() => stage.alertmanager('firing', [grave], key))).toEqual([1, 0]);
    expect(ana.phone.pages.at(-1)).toMatchObject({ urgency: 'high', cause: { kind: 'escalation', step: 1 } });
    expect(await cast.rings(() => stage.advance('PT5M'))).toEqual([0, 1]);
    await cast.ends();
  },

  'somebody has it: it fires again, and rings them first, then step 1': async (cast) => {
    const { stage, bo } = cast;
    const key = { groupKey: '{}:{cluster="held"}' };
    await stage.alertmanager('firing', [mild], key);
    const { id: groupId, number } = await cast.last();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.nothingWaits();
    expect(await cast.hears(bo, () => stage.alertmanager('firing', [grave], key))).toEqual(['holder_first']);
    expect(await stage.group(number)).toMatchObject({ status: 'firing', urgency: 'high', holder: null });
    expect(await cast.rings(() => stage.advance('PT5M'))).toEqual([1, 0]);
    await cast.ends();
  },

  'within a minute of another page, too': async (cast) => {
    const { stage } = cast;
    const key = { groupKey: '{}:{cluster="soon"}' };
    await stage.alertmanager('firing', [mild], key);
    await stage.nothingWaits();
    await cast.opens();
    expect(await cast.rings(() => cast.opens())).toEqual([0, 0]);
    expect(await cast.rings(() => stage.alertmanager('firing', [grave], key))).toEqual([1, 0]);
  },
};
