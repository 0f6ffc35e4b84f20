import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([
    { page: [stage.ana], wait: 5 },
    { page: [bo], wait: 5 },
  ]);
});
afterAll(() => stage.close());

story('low urgency', (chapter) => {
  chapter('is told by my rules for it, once, and does not climb', async () => {
    await stage.generic({ summary: 'Certificate ends in 20 days', key: 'cert', severity: 'warning' });
    expect(await stage.getGroup()).toMatchObject({ urgency: 'low', status: 'firing', next: null });
    expect(stage.ana.phone.pages).toMatchObject([{ urgency: 'low' }]);
    await stage.advance('P1D');
    expect([stage.ana.phone.pages.length, bo.phone.pages.length]).toEqual([1, 0]);
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', nobodyHasIt: false });
  });

  chapter('has no ack timeout', async () => {
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('P1D');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
    expect(stage.ana.phone.pages).toHaveLength(1);
  });

  chapter('becomes high with the first alert that is, and then rings', async () => {
    const warning = { name: 'Slow', severity: 'warning' };
    await stage.alertmanager('firing', [warning]);
    await stage.alertmanager('firing', [warning, { name: 'Slow', instance: 'db-2', severity: 'critical' }]);
    expect(await stage.getGroup(2)).toMatchObject({ urgency: 'high' });
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ number: 2, urgency: 'high' });
    await stage.alertmanager('firing', [warning]);
    // alerts missing from its message are ending for six minutes
    expect(await stage.getGroup(2)).toMatchObject({ urgency: 'high', firing: 2 });
    await stage.advance('PT6M');
    expect(await stage.getGroup(2)).toMatchObject({ urgency: 'high', firing: 1 });
  });

  chapter('treats an unknown severity as an error: rather loud than lost', async () => {
    await stage.generic({ summary: 'Strange', key: 'strange', severity: 'purple' });
    expect(await stage.getGroup(3)).toMatchObject({ urgency: 'high' });
  });
});
