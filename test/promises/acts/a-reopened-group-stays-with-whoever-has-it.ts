import type { Promises } from '../signals/cast.js';

export const aReopenedGroupStaysWithWhoeverHasIt: Promises = {
  'who says so as they reopen it: it rings nobody': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.openGroup();
    await bo.api.run('ResolveAlertGroup', { groupId });
    await stage.settleFully();
    await bo.api.run('ReopenAlertGroup', { groupId, iHaveIt: true });
    expect(await stage.getGroup(number)).toMatchObject({
      status: 'acknowledged',
      opening: 2,
      holder: { kind: 'person', personId: bo.personId },
      next: null,
    });
    expect(await cast.countRings(() => stage.advance('PT19M59S'))).toEqual([0, 0]);
  },

  'and is theirs as if they had acknowledged it: they are asked, and without an answer it fires again': async (cast) => {
    const { stage, ana, bo } = cast;
    const { number } = await cast.getLastGroup();
    expect(await cast.collectCauses(bo, () => stage.advance('PT1S'))).toEqual(['reminder']);
    expect(await cast.collectCauses(bo, () => stage.advance('PT10M'))).toEqual(['holder_first']);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', holder: null });
    expect(await cast.collectCauses(ana, () => stage.advance('PT5M'))).toEqual(['escalation']);
  },
};
