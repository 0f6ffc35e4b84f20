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

story('giving an alert group back', (chapter) => {
  chapter('rings after ten seconds of grace, at the step that it had reached', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT5M');
    const { id: groupId } = await stage.getGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settleFully();
    await bo.api.run('UnacknowledgeAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null, next: { step: 2 } });
    await stage.advance('PT9S');
    expect(bo.ringCount).toBe(1);
    await stage.advance('PT1S');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 2]);
  });

  chapter('pages no one when it is acknowledged again within the grace period', async () => {
    const { id: groupId } = await stage.getGroup();
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.ana.api.run('UnacknowledgeAlertGroup', { groupId });
    await stage.advance('PT5S');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    const before = [stage.ana.ringCount, bo.ringCount];
    await stage.advance('PT10M');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual(before);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  });

  chapter('is refused if it is not acknowledged', async () => {
    await stage.generic({ summary: 'Fresh', key: 'fresh' });
    const { id: groupId } = await stage.getGroup(2);
    expect(await stage.ana.api.expectRefusal('UnacknowledgeAlertGroup', { groupId })).toMatchObject({
      status: 409,
      code: 'alert_group.not_acknowledged',
    });
  });

  chapter('rings when a person reopens what was resolved, too', async () => {
    const { id: groupId } = await stage.getGroup(2);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await stage.settleFully();
    const before = stage.ana.ringCount;
    await stage.ana.api.run('ReopenAlertGroup', { groupId });
    await stage.advance('PT10S');
    expect(stage.ana.ringCount).toBe(before + 1);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await bo.api.run('ReopenAlertGroup', { groupId, iHaveIt: true });
    await stage.advance('PT10M');
    expect(await stage.getGroup(2)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
    expect(stage.ana.ringCount).toBe(before + 1);
  });
});
