import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo], wait: 5 }]);
});
afterAll(() => stage.close());

story('what fires again', (chapter) => {
  chapter('within ten minutes is the same group, and rings who had it; then the policy', async () => {
    await stage.alertmanager('firing', [{ name: 'Flapping' }]);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.alertmanager('resolved', [{ name: 'Flapping' }]);
    await stage.advance('PT9M');
    await stage.alertmanager('firing', [{ name: 'Flapping', startsAt: '2026-01-01T04:00:00Z' }]);
    expect(await stage.listGroups()).toMatchObject([{ number: 1, status: 'firing', opening: 2 }]);
    expect(stage.ana.pageCauses).toEqual(['holder_first']);
    expect(bo.ringCount).toBe(1);
    await stage.advance('PT5M');
    expect(bo.ringCount).toBe(2);
  });

  chapter('later is a new group that names the old one', async () => {
    await stage.alertmanager('resolved', [{ name: 'Flapping' }]);
    await stage.advance('PT10M1S');
    await stage.alertmanager('firing', [{ name: 'Flapping', startsAt: '2026-01-01T05:00:00Z' }]);
    const [oldGroup, newGroup] = await stage.listGroups();
    expect(newGroup).toMatchObject({ number: 2, status: 'firing', previousGroupId: oldGroup!.id, opening: 1 });
  });
});
