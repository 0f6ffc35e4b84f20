import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  await stage.setPolicy([{ page: [stage.ana], wait: 5 }, { page: [bo], wait: 5 }, { page: [cleo] }]);
});
afterAll(() => stage.close());

story('when the sender says that all is over', (chapter) => {
  chapter('resolves everything listed under its key, and notifies everyone who was paged, once and quietly', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'DiskFull', instance: 'db-2' }]);
    await stage.advance('PT6M');
    expect([stage.ana.ringCount, bo.ringCount, cleo.ringCount]).toEqual([1, 1, 0]);
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }, { name: 'DiskFull', instance: 'db-2' }]);

    expect(await stage.getGroup()).toMatchObject({ status: 'resolved', firing: 0, resolvedBy: { by: 'sender' }, next: null });
    const endCauses = (player: Player) => player.phone.pages.filter(({ quiet }) => quiet).map(({ cause }) => cause.kind);
    expect([endCauses(stage.ana), endCauses(bo), endCauses(cleo)]).toEqual([['resolved'], ['resolved'], []]);
  });

  chapter('stays resolved: no one is paged or notified again', async () => {
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await stage.advance('PT2H');
    expect([stage.ana.phone.pages.length, bo.phone.pages.length, cleo.phone.pages.length]).toEqual([2, 2, 0]);
  });

  chapter('lets an alert end that a complete message leaves out, and resolves it after six minutes', async () => {
    const bothConditions = [{ name: 'A' }, { name: 'A', instance: 'db-2' }];
    const key = { groupKey: '{}:{cluster="own"}' };
    await stage.alertmanager('firing', bothConditions, key);
    await stage.alertmanager('firing', [bothConditions[0]!], key);
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing', firing: 2, alerts: 2, ending: { alerts: 1 } });
    await stage.advance('PT6M');
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing', firing: 1, alerts: 2, ending: null });
  });

  chapter('knows nothing of what it never heard firing', async () => {
    await stage.alertmanager('resolved', [{ name: 'NeverSeen' }], { groupKey: '{}:{cluster="never"}' });
    expect(await stage.listGroups()).toHaveLength(2);
  });
});
