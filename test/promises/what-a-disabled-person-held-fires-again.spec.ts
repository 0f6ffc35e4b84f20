import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo], wait: 5 }, { page: [stage.ana] }]);
});
afterAll(() => stage.close());

story('when a person is disabled', (chapter) => {
  chapter('their alert groups fire again, and the next people are paged immediately', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.ana.api.run('DisablePerson', { personId: bo.personId, leaveGaps: true });
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null });
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 1]);
  });

  chapter('their step is skipped at once, and said to be empty', async () => {
    await stage.settleFully();
    await stage.generic({ summary: 'After', key: 'after' });
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([2, 1]);
    const { rungs } = await stage.getLadder((await stage.getGroup(2)).id);
    expect(rungs).toMatchObject([
      { step: 1, empty: true, targets: [{ persons: [{ outcome: 'not_reachable', reason: 'delivery.person_disabled' }] }] },
      { step: 2, empty: false },
    ]);
  });
});
