import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([
    { page: [stage.ana], wait: 30 },
    { page: [bo], wait: 30 },
  ]);
});
afterAll(() => stage.close());

story('an unreachable person', (chapter) => {
  chapter('does not hold up the climb: the next is rung when the last try has failed', async () => {
    stage.ana.phone.answer(500);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT44S');
    expect(bo.ringCount).toBe(0);
    await stage.advance('PT1S');
    expect(bo.ringCount).toBe(1);
    expect(await stage.pagesOf((await stage.getGroup()).id, stage.ana)).toMatchObject([
      { state: 'failed', reason: 'delivery.provider_rejected' },
    ]);
  });

  chapter('counts as not there when they have no method at all, which is said loudly', async () => {
    const { personId } = bo;
    await bo.api.run('RemoveContactMethod', { personId, contactMethodId: bo.methodId });
    await stage.setPolicy([
      { page: [bo], wait: 30 },
      { page: [stage.ana], wait: 30 },
    ]);
    stage.ana.phone.recover();
    const before = stage.ana.ringCount;
    await stage.generic({ summary: 'Nobody there', key: 'nobody' });
    expect(stage.ana.ringCount).toBe(before + 1);
    const { rungs } = await stage.getLadder((await stage.getGroup(2)).id);
    expect(rungs[0]).toMatchObject({
      step: 1,
      empty: true,
      targets: [{ persons: [{ personId, outcome: 'not_reachable', reason: 'delivery.no_method' }] }],
    });
  });
});
