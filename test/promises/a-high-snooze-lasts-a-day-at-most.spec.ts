import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
});
afterAll(() => stage.close());

story('a snooze of high urgency', (chapter) => {
  for (const [snoozeName, end, code] of [
    ['longer than a day', { minutes: 24 * 60 + 1 }, 'alert_group.snooze_too_long'],
    ['that ended already', { until: '2020-01-01T00:00:00.000Z' }, 'alert_group.snooze_in_the_past'],
    ['without an end', {}, 'request.invalid'],
    ['with two ends', { minutes: 30, until: '2040-01-01T00:00:00.000Z' }, 'request.invalid'],
  ] as const)
    chapter(`${snoozeName} is refused, and the group goes on firing`, async () => {
      const { id: groupId } = await stage.getGroup();
      const answer = await stage.ana.api.request('POST', '/api/commands/SnoozeAlertGroup', { groupId, ...end });
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([422, code]);
      expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    });

  chapter('of a day is taken', async () => {
    await stage.ana.api.run('SnoozeAlertGroup', { groupId: (await stage.getGroup()).id, minutes: 24 * 60 });
    expect(await stage.getGroup()).toMatchObject({ status: 'snoozed' });
  });
});
