import { countOf, type Promises } from './cast.js';

export const whatFallsDueAsAWaitEndsGoesWithWhatWaited: Promises = {
  'a step that is due in that instant is in the same message': async (cast) => {
    const { stage, bo, cleo } = cast;
    await stage.setPolicy([
      { page: [cleo], wait: 2 },
      { page: [bo], wait: 60 },
    ]);
    await cast.openGroups(1);
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
    await stage.advance('PT1M');
    await cast.openGroups(2);
    expect(cast.messageSizes()).toEqual([1]);
    await stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1, 2]);
    expect(cast.listMessages().map(countOf)).toEqual([1, 2]);
  },

  'a reminder that is due in that instant is in the same message': async (cast) => {
    const { stage, bo } = cast;
    const [first] = await cast.openGroups(1);
    const { id: groupId } = await cast.getGroupByName(first!);
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    // at two thirds of half an hour its holder is asked
    await stage.advance('PT19M');
    const before = cast.messageSizes().length;
    await cast.openGroups(2, { severity: 'warning' });
    expect(cast.messageSizes().slice(before)).toEqual([1]);
    await stage.advance('PT1M');
    expect(cast.messageSizes().slice(before)).toEqual([1, 2]);
  },
};
