import type { Promises } from './cast.js';

export const aSenderAcknowledgesOneAlertOfAStorm: Promises = {
  'and that marks this alert alone': async (cast) => {
    await cast.floodToLimit();
    for (const key of ['one', 'two']) await cast.sendPagerDuty('trigger', key);
    await cast.sendPagerDuty('acknowledge', 'one');
    const [storm] = await cast.listStormGroups();
    expect(storm).toMatchObject({ status: 'firing', holder: null });
    const { alerts } = await cast.ana.api.row('alerts', storm!.id);
    expect(alerts.filter(({ inHand }) => inHand).map(({ summary }) => summary)).toEqual(['one']);
  },
};
