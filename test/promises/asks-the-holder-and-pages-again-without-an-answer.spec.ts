import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo], wait: 5 }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
});
afterAll(() => stage.close());

story('an acknowledged alert group of high urgency', (chapter) => {
  chapter('asks its holder after 20 minutes whether they are still on it', async () => {
    const { id: groupId } = await stage.getGroup();
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT19M59S');
    expect(stage.ana.pageCauses).toEqual([]);
    await stage.advance('PT1S');
    expect(stage.ana.pageCauses).toEqual(['reminder']);
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
  });

  chapter('stays acknowledged for another half hour when they say so', async () => {
    await stage.ana.api.run('RenewAcknowledgement', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT19M');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
    expect(stage.ana.pageCauses).toEqual(['reminder']);
  });

  chapter('takes any act on the group for an answer', async () => {
    await stage.ana.api.run('AddNote', { groupId: (await stage.getGroup()).id, text: 'The disk is being cleaned.' });
    await stage.advance('PT19M');
    expect(stage.ana.pageCauses).toEqual(['reminder']);
  });

  chapter('fires again without an answer: the holder is rung first, then the policy from step 1', async () => {
    await stage.advance('PT1M');
    expect(stage.ana.pageCauses).toEqual(['reminder', 'reminder']);
    await stage.advance('PT10M');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null });
    expect(stage.ana.pageCauses).toEqual(['reminder', 'reminder', 'holder_first']);
    expect(bo.ringCount).toBe(1);
    await stage.advance('PT5M');
    expect(bo.ringCount).toBe(2);
  });

  chapter('is answered by the button in the reminder, too', async () => {
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT20M');
    const reminder = stage.ana.phone.pages.at(-1)!;
    expect(reminder.cause.kind).toBe('reminder');
    const path = new URL(reminder.link).pathname.replace('/p/', '/api/pages/');
    expect((await stage.tocsin.anonymous.request('POST', path, { act: 'acknowledge' })).status).toBe(202);
    await stage.advance('PT11M');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
  });
});
