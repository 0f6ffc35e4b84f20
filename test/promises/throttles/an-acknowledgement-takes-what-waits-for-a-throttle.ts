import type { Promises } from './cast.js';

export const anAcknowledgementTakesWhatWaitsForAThrottle: Promises = {
  'what was acknowledged meanwhile is not sent': async (cast) => {
    await cast.fillLimit();
    const [one, other] = [await cast.openGroup('warning'), await cast.openGroup('warning')];
    await cast.stage.ana.api.run('AcknowledgeAlertGroup', { groupId: one });
    await cast.stage.advance('PT5M');
    expect(cast.smsSizes.slice(5)).toEqual([1]);
    expect((await cast.getAttempts(one))[0]).toMatchObject({ state: 'cancelled' });
    expect((await cast.getAttempts(other))[0]).toMatchObject({ state: 'delivered' });
  },
};
