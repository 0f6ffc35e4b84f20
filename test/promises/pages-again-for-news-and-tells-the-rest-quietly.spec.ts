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

const disk = { name: 'DiskFull' };
const second = { name: 'DiskFull', instance: 'db-2' };
const third = { name: 'DiskFull', instance: 'db-3' };

story('a new alert in an acknowledged group', (chapter) => {
  chapter('of a name that is there already is told to the holder, quietly and bundled', async () => {
    await stage.alertmanager('firing', [disk]);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.alertmanager('firing', [disk, second]);
    await stage.advance('PT2M');
    await stage.alertmanager('firing', [disk, second, third]);
    await stage.advance('PT3M');
    expect(stage.ana.phone.pages).toMatchObject([{ quiet: true, cause: { kind: 'update' } }]);
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', alerts: 3, firing: 3 });
    expect(bo.ringCount).toBe(1);
  });

  chapter('of a new name is news: it fires again, the holder is rung, then the policy', async () => {
    await stage.alertmanager('firing', [disk, second, third, { name: 'PostgresDown' }]);
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null });
    expect(stage.ana.pageCauses).toEqual(['update', 'holder_first']);
    await stage.advance('PT5M');
    expect(bo.ringCount).toBe(2);
  });

  chapter('that raises the urgency is news, too', async () => {
    const warning = { name: 'Slow', severity: 'warning' };
    const key = { groupKey: '{}:{cluster="east"}' };
    await stage.alertmanager('firing', [warning], key);
    expect(await stage.getGroup(2)).toMatchObject({ urgency: 'low' });
    const { id: groupId } = await stage.getGroup(2);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    const before = stage.ana.ringCount;
    await stage.alertmanager('firing', [warning, { name: 'Slow', instance: 'db-9', severity: 'critical' }], key);
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing', urgency: 'high' });
    expect(stage.ana.ringCount).toBe(before + 1);
  });
});
