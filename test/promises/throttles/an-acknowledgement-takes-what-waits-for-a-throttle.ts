import type { Promises } from './keep.js';

export const anAcknowledgementTakesWhatWaitsForAThrottle: Promises = {
  'what was acknowledged meanwhile is not sent': async (cast) => {
    await cast.fills();
    const [one, other] = [await cast.opens('warning'), await cast.opens('warning')];
    await cast.stage.ana.api.run('AcknowledgeAlertGroup', { groupId: one });
    await cast.stage.advance('PT5M');
    expect(cast.sms.slice(5)).toEqual([1]);
    expect((await cast.attempts(one))[0]).toMatchObject({ state: 'cancelled' });
    expect((await cast.attempts(other))[0]).toMatchObject({ state: 'delivered' });
  },
};
