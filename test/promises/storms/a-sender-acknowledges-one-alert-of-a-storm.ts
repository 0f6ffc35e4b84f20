import type { Promises } from './keep.js';

export const aSenderAcknowledgesOneAlertOfAStorm: Promises = {
  'and that marks this alert alone': async (cast) => {
    await cast.nearly();
    for (const key of ['one', 'two']) await cast.pagerduty('trigger', key);
    await cast.pagerduty('acknowledge', 'one');
    const [storm] = await cast.storms();
    expect(storm).toMatchObject({ status: 'firing', holder: null });
    const { alerts } = await cast.ana.api.row('alerts', storm!.id);
    expect(alerts.filter(({ inHand }) => inHand).map(({ summary }) => summary)).toEqual(['one']);
  },
};
