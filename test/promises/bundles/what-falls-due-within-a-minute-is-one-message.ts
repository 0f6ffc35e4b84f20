import type { Promises } from './cast.js';

export const whatFallsDueWithinAMinuteIsOneMessage: Promises = {
  'the first rings at once, the others a minute after it, together': async (cast) => {
    await cast.openGroups(4);
    expect(cast.messageSizes()).toEqual([1]);
    await cast.stage.advance('PT59S');
    expect(cast.messageSizes()).toEqual([1]);
    await cast.stage.advance('PT1S');
    expect(cast.messageSizes()).toEqual([1, 3]);
  },

  'which says how many each service has, and names them': async (cast) => {
    const lastMessage = cast.listMessages().at(-1)!;
    expect(lastMessage).toMatchObject({ type: 'bundle', urgency: 'high', count: 3, services: [{ count: 3 }] });
    expect(lastMessage.type === 'bundle' && lastMessage.pages.map(({ title }) => title.replace(/\d+ .*/, ''))).toEqual([
      'Disk',
      'Disk',
      'Disk',
    ]);
  },

  'and opens the next minute': async (cast) => {
    await cast.openGroups(2);
    await cast.stage.advance('PT59S');
    expect(cast.messageSizes()).toEqual([1, 3]);
    await cast.stage.advance('PT1S');
    expect(cast.messageSizes()).toEqual([1, 3, 2]);
  },
};
