import { countOf, type Promises } from './keep.js';

export const aBundleOfManyOpensALongerWait: Promises = {
  'five minutes after one of more than ten, and of those it names five': async (cast) => {
    await cast.opens(12);
    await cast.stage.advance('PT1M');
    expect(cast.heard()).toEqual([1, 11]);
    const said = cast.messages().at(-1)!;
    expect(said.type === 'bundle' && said.pages).toHaveLength(5);
    await cast.opens(1);
    await cast.stage.advance('PT4M59S');
    expect(cast.heard()).toEqual([1, 11]);
    await cast.stage.advance('PT1S');
    expect(cast.heard()).toEqual([1, 11, 1]);
  },

  'a minute, once its person has acknowledged all that it named': async (cast) => {
    await cast.stage.advance('PT10M');
    await cast.opens(12);
    await cast.stage.advance('PT1M');
    const named = cast.messages().at(-1)!;
    expect(countOf(named)).toBe(11);
    await cast.opens(1);
    await cast.stage.advance('PT1M');
    const [latest] = (await cast.stage.groups()).toReversed();
    for (const { id: groupId, status } of await cast.stage.groups())
      if (status === 'firing' && groupId !== latest!.id) await cast.bo.api.run('AcknowledgeAlertGroup', { groupId });
    await cast.stage.settle();
    expect(cast.heard().slice(-2)).toEqual([11, 1]);
  },
};
