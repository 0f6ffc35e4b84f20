import { countOf, type Promises } from './cast.js';

export const aBundleOfManyOpensALongerWait: Promises = {
  'five minutes after one of more than ten, and of those it names five': async (cast) => {
    await cast.openGroups(12);
    await cast.stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1, 11]);
    const lastMessage = cast.listMessages().at(-1)!;
    expect(lastMessage.type === 'bundle' && lastMessage.pages).toHaveLength(5);
    await cast.openGroups(1);
    await cast.stage.advance('PT4M59S');
    expect(cast.messageSizes()).toEqual([1, 11]);
    await cast.stage.advance('PT1S');
    expect(cast.messageSizes()).toEqual([1, 11, 1]);
  },

  'a minute, once its person has acknowledged all that it named': async (cast) => {
    await cast.stage.advance('PT10M');
    await cast.openGroups(12);
    await cast.stage.advance('PT1M');
    const nextMessage = cast.listMessages().at(-1)!;
    expect(countOf(nextMessage)).toBe(11);
    await cast.openGroups(1);
    await cast.stage.advance('PT1M');
    const [latestGroup] = (await cast.stage.listGroups()).toReversed();
    for (const { id: groupId, status } of await cast.stage.listGroups())
      if (status === 'firing' && groupId !== latestGroup!.id) await cast.bo.api.run('AcknowledgeAlertGroup', { groupId });
    await cast.stage.settle();
    expect(cast.messageSizes().slice(-2)).toEqual([11, 1]);
  },
};
