import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let groupId: string;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo');
  await stage.policy([{ page: [stage.ana] }, { page: [bo] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  groupId = (await stage.group()).id;
});
afterAll(() => stage.close());

story('a snooze', (chapter) => {
  chapter('is ended by hand: what was firing fires again after ten seconds', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await stage.nothingWaits();
    await stage.ana.api.run('UnsnoozeAlertGroup', { groupId });
    const before = stage.ana.heard.length;
    await stage.advance('PT11S');
    expect(await stage.group()).toMatchObject({ status: 'firing' });
    expect(stage.ana.heard.slice(before)).toEqual(['escalation']);
  });

  chapter('is ended by hand: what was acknowledged is acknowledged again, by the same person', async () => {
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await bo.api.run('UnsnoozeAlertGroup', { groupId });
    expect(await stage.group()).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  });

  chapter('is ended by an acknowledgement', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await stage.group()).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  });

  chapter('is ended by a new kind of alert, which pages who snoozed it first', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await stage.nothingWaits();
    await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'DatabaseDown' }]);
    expect(await stage.group()).toMatchObject({ status: 'firing' });
    expect(stage.ana.heard.at(-1)).toBe('holder_first');
  });
});
