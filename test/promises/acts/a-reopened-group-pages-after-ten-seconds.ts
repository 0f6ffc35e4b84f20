import type { Promises } from '../signals/keep.js';

export const aReopenedGroupPagesAfterTenSeconds: Promises = {
  'and not before: whoever has it by then rings nobody': async (cast) => {
    const { stage, ana } = cast;
    const { id: groupId, number } = await cast.opens();
    await ana.api.run('ResolveAlertGroup', { groupId });
    await stage.nothingWaits();
    await ana.api.run('ReopenAlertGroup', { groupId });
    expect(await stage.group(number)).toMatchObject({ status: 'firing', holder: null, opening: 2, resolvedAt: null });
    expect(await cast.rings(() => stage.advance('PT9.999S'))).toEqual([0, 0]);
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await cast.rings(() => stage.advance('PT10M'))).toEqual([0, 0]);
    await ana.api.run('ResolveAlertGroup', { groupId });
    await stage.nothingWaits();
  },

  'the policy from step 1, whoever had it': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.last();
    await bo.api.run('ReopenAlertGroup', { groupId });
    expect(await cast.rings(() => stage.advance('PT9.999S'))).toEqual([0, 0]);
    expect(await cast.rings(() => stage.advance('PT0.001S'))).toEqual([1, 0]);
    expect(await cast.rings(() => stage.advance('PT5M'))).toEqual([0, 1]);
    expect(await stage.group(number)).toMatchObject({ status: 'firing', opening: 3 });
  },
};
