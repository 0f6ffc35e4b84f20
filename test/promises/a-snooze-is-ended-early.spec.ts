import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let groupId: string;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  groupId = (await stage.getGroup()).id;
});
afterAll(() => stage.close());

story('a snooze', (chapter) => {
  chapter('is ended by hand: what was firing fires again after ten seconds', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await stage.settleFully();
    await stage.ana.api.run('UnsnoozeAlertGroup', { groupId });
    const before = stage.ana.pageCauses.length;
    await stage.advance('PT11S');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    expect(stage.ana.pageCauses.slice(before)).toEqual(['escalation']);
  });

  chapter('is ended by hand: what was acknowledged is acknowledged again, by the same person', async () => {
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await bo.api.run('UnsnoozeAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  });

  chapter('is ended by an acknowledgement', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  });

  chapter('is ended by a new kind of alert, which pages who snoozed it first', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await stage.settleFully();
    await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'DatabaseDown' }]);
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    expect(stage.ana.pageCauses.at(-1)).toBe('holder_first');
  });
});
