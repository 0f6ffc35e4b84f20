import type { Promises } from '../signals/cast.js';

export const aReopenedGroupPagesAfterTenSeconds: Promises = {
  'and not before: whoever has it by then rings nobody': async (cast) => {
    const { stage, ana } = cast;
    const { id: groupId, number } = await cast.openGroup();
    await ana.api.run('ResolveAlertGroup', { groupId });
    await stage.settleFully();
    await ana.api.run('ReopenAlertGroup', { groupId });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', holder: null, opening: 2, resolvedAt: null });
    expect(await cast.countRings(() => stage.advance('PT9.999S'))).toEqual([0, 0]);
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await cast.countRings(() => stage.advance('PT10M'))).toEqual([0, 0]);
    await ana.api.run('ResolveAlertGroup', { groupId });
    await stage.settleFully();
  },

  'the policy from step 1, whoever had it': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await bo.api.run('ReopenAlertGroup', { groupId });
    expect(await cast.countRings(() => stage.advance('PT9.999S'))).toEqual([0, 0]);
    expect(await cast.countRings(() => stage.advance('PT0.001S'))).toEqual([1, 0]);
    expect(await cast.countRings(() => stage.advance('PT5M'))).toEqual([0, 1]);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', opening: 3 });
  },
};
