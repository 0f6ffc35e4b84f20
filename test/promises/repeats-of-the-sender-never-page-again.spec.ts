import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

story('what the sender says again and again', (chapter) => {
  chapter('rings once, and does not take an acknowledge away', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id: groupId } = await stage.getGroup();
    for (let time = 0; time < 3; time += 1) await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(stage.ana.ringCount).toBe(1);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    for (let time = 0; time < 3; time += 1) await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(stage.ana.ringCount).toBe(1);
    expect(await stage.listGroups()).toHaveLength(1);
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', alerts: 1 });
  });

  chapter('is counted, and writes nothing on the alert group', async () => {
    const { id: groupId } = await stage.getGroup();
    const before = (await stage.getTimeline(groupId)).length;
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(await stage.getTimeline(groupId)).toHaveLength(before);
    const repeats = await stage.ana.api.list('repeats', `where.groupId=${groupId}`);
    expect(repeats.reduce((sum, { repeats: count }) => sum + count, 0)).toBe(7);
  });

  chapter('is the same from two Alertmanagers at once', async () => {
    const message = { name: 'TwoTell' };
    const key = { groupKey: '{}:{cluster="two"}' };
    await stage.settleFully();
    await Promise.all([stage.alertmanager('firing', [message], key), stage.alertmanager('firing', [message], key)]);
    expect(await stage.listGroups()).toHaveLength(2);
    expect(stage.ana.phone.pages.filter(({ number }) => number === 2)).toHaveLength(1);
  });

  chapter('is the same by PagerDuty’s interface', async () => {
    await stage.settleFully();
    await stage.pagerduty('trigger', 'srv01/mysql');
    await stage.pagerduty('trigger', 'srv01/mysql', 'The disk is full, measured again');
    expect(stage.ana.phone.pages.filter(({ number }) => number === 3)).toHaveLength(1);
    expect(await stage.listGroups()).toHaveLength(3);
  });
});
