import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { addMillis } from '@tocsin/kernel/time.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(() => stage.close());

story('a suppressed alert group that its sender acknowledges', (chapter) => {
  chapter('is acknowledged, and pages nobody when the silence ends', async () => {
    const { key } = await stage.integration('pagerduty-events');
    const send = (action: string) =>
      stage.tocsin.anonymous.request('POST', '/v2/enqueue', {
        routing_key: key,
        event_action: action,
        dedup_key: 'disk',
        payload: { summary: 'Disk full', source: 'db-1', severity: 'critical' },
      });
    const now = await stage.tocsin.advance('PT0S');
    const matchers = [{ label: 'source', operator: '=' as const, value: 'db-1' }];
    const { teamId } = stage.setUpAnswer;
    await stage.ana.api.run('StartSilence', { teamId, matchers, until: addMillis(now, 10 * 60_000) });
    await send('trigger');
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed' });
    await send('acknowledge');
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' } });
    await stage.advance('PT20M');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
    expect(stage.ana.pageCauses).toEqual([]);
  });

  chapter('pages when the acknowledgement times out after the silence', async () => {
    await stage.advance('PT11M');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    expect(stage.ana.pageCauses).toEqual(['escalation']);
  });
});
