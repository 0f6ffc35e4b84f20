import type { Promises } from './cast.js';

export const aStepSkippedByItsConditionIsNotEmpty: Promises = {
  'nothing says that nobody stood there, and no manager is called for it': async (cast) => {
    const { stage, bo, cleo } = cast;
    await stage.setPolicy([{ page: [cleo], conditions: { urgency: 'low' } }, { page: [bo] }]);
    const { id } = await cast.openGroup();
    expect(await cast.namesOfPaged(id)).toEqual(['Bo']);
    const { rungs } = await stage.getLadder(id);
    expect(rungs.map(({ step, empty, skipped }) => [step, empty, skipped?.because])).toEqual([
      [1, false, ['urgency']],
      [2, false, undefined],
    ]);
  },

  'but where all steps are skipped, managers are called, and the round waits its delays': async (cast) => {
    const { stage, cleo } = cast;
    await stage.setPolicy([{ page: [cleo], wait: 7, conditions: { urgency: 'low' } }], 1);
    const group = await cast.openGroup();
    expect(await cast.namesOfPaged(group.id)).toEqual(['Ana']);
    expect(group.next).toMatchObject({ round: 2, step: 1 });
    expect(Date.parse(group.next!.dueAt) - Date.parse(group.openedAt)).toBeGreaterThanOrEqual(7 * 60_000);
  },
};
