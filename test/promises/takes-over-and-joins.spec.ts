import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  await stage.setPolicy([{ page: [bo] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
});
afterAll(() => stage.close());

story('an acknowledged alert group', (chapter) => {
  chapter('can be joined, and stays theirs', async () => {
    const { id: groupId } = await stage.getGroup();
    await cleo.api.run('JoinAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ holder: { personId: bo.personId }, responders: [cleo.personId] });
    expect((await cleo.api.run('JoinAlertGroup', { groupId })).streams).toEqual([]);
  });

  chapter('can be taken over; from then on the new holder is asked', async () => {
    const { id: groupId } = await stage.getGroup();
    await stage.advance('PT15M');
    await cleo.api.run('TakeOverAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: cleo.personId } });
    await stage.advance('PT19M');
    expect([bo.pageCauses, cleo.pageCauses]).toEqual([['escalation'], []]);
    await stage.advance('PT1M');
    expect([bo.pageCauses, cleo.pageCauses]).toEqual([['escalation'], ['reminder']]);
  });
});
