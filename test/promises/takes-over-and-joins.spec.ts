import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo');
  cleo = await stage.person('Cleo');
  await stage.policy([{ page: [bo] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
});
afterAll(() => stage.close());

story('an acknowledged alert group', (chapter) => {
  chapter('can be joined, and stays theirs', async () => {
    const { id: groupId } = await stage.group();
    await cleo.api.run('JoinAlertGroup', { groupId });
    expect(await stage.group()).toMatchObject({ holder: { personId: bo.personId }, responders: [cleo.personId] });
    expect((await cleo.api.run('JoinAlertGroup', { groupId })).streams).toEqual([]);
  });

  chapter('can be taken over; from then on the new holder is asked', async () => {
    const { id: groupId } = await stage.group();
    await stage.advance('PT15M');
    await cleo.api.run('TakeOverAlertGroup', { groupId });
    expect(await stage.group()).toMatchObject({ status: 'acknowledged', holder: { personId: cleo.personId } });
    await stage.advance('PT19M');
    expect([bo.heard, cleo.heard]).toEqual([['escalation'], []]);
    await stage.advance('PT1M');
    expect([bo.heard, cleo.heard]).toEqual([['escalation'], ['reminder']]);
  });
});
