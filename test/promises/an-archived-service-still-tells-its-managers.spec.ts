import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let mia: Player;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  const { teamId } = stage.setUpAnswer;
  mia = await stage.addPerson('Mia');
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo] }]);
  await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: mia.personId, role: 'manager' });
  await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: stage.ana.personId, role: 'responder' });
});
afterAll(() => stage.close());

story('a service that was archived and still receives', (chapter) => {
  chapter('opens alert groups for the managers of its team, not for its policy', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    await stage.ana.api.run('ArchiveService', { teamId, serviceId });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect([mia.ringCount, bo.ringCount, stage.ana.ringCount]).toEqual([1, 0, 0]);
    const group = await stage.getGroup();
    expect(group).toMatchObject({ status: 'firing', serviceId });
    expect((await stage.getLadder(group.id)).policy).toBeNull();
  });

  chapter('calls the owners when no manager takes it', async () => {
    await stage.advance('PT5M');
    expect(stage.ana.ringCount).toBe(1);
    await mia.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    expect((await stage.getGroup()).holder).toMatchObject({ personId: mia.personId });
  });

  chapter('tells them of low urgency by their own rules, and wakes no owner', async () => {
    await stage.generic({ summary: 'Certificate ends in 20 days', key: 'cert', severity: 'info' });
    await stage.advance('PT30M');
    const group = await stage.getGroup(2);
    expect(group.urgency).toBe('low');
    expect(await stage.pagesOf(group.id, mia)).toHaveLength(1);
    expect(await stage.pagesOf(group.id, stage.ana)).toHaveLength(0);
  });

  chapter('pages by its policy again once it is made active', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    await stage.ana.api.run('RestoreService', { teamId, serviceId });
    await stage.generic({ summary: 'Back', key: 'back' });
    expect(bo.ringCount).toBe(1);
  });
});
