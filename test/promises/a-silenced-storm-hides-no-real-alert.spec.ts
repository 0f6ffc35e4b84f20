import { story } from '@tocsin/testing/stage/story.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { addMillis } from '@tocsin/kernel/time.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
  await openMany(stage, stormLimits.opened, { severity: 'critical' });
});
afterAll(() => stage.close());

const openStorm = async (): Promise<unknown> => {
  const { path } = await stage.integration('alertmanager');
  const conditions = [{ name: 'Alert999', instance: 'db-999', severity: 'critical' as const }];
  return stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', conditions, { groupKey: '{}:storm', groupLabels: {} }));
};

story('a silence made while the 51st alert of a service arrives', (chapter) => {
  chapter('suppresses each of the fifty groups; the storm’s group pages: nothing slips between', async () => {
    const now = await stage.tocsin.advance('PT0S');
    const matchers = [{ label: 'alertname', operator: '=~' as const, value: 'Alert.*' }];
    const { teamId } = stage.setUpAnswer;
    await Promise.all([
      stage.ana.api.run('StartSilence', { teamId, matchers, until: addMillis(now, 3_600_000), comment: 'Database move' }),
      openStorm(),
    ]);
    await stage.settle();
    const groups = await stage.listGroups();
    const storms = groups.filter(({ storm }) => storm !== undefined);
    const others = groups.filter(({ storm }) => storm === undefined);
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: stormLimits.opened }, () => 'suppressed'));
    expect(storms).toHaveLength(1);
    expect(storms[0]).toMatchObject({ status: 'firing', urgency: 'high' });
    await stage.advance('PT1M');
    expect((await stage.getGroup(storms[0]!.number)).paging).toEqual([stage.ana.personId]);
  });

  chapter('leaves none of the fifty out when it ends: they fire, and a message names them', async () => {
    await stage.advance('PT1H10M');
    expect((await stage.listGroups()).filter(({ status }) => status === 'suppressed')).toEqual([]);
  });
});
