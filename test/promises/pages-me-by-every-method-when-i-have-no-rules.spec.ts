import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let second: Awaited<ReturnType<Stage['addPhone']>>;
beforeAll(async () => {
  stage = await Stage.begin();
  second = await stage.addPhone(stage.ana.api, false);
});
afterAll(() => stage.close());

const removeRules = async (): Promise<void> => {
  const { api, personId } = stage.ana;
  await stage.settle();
  const { rules } = await api.row('contacts', personId);
  for (const { ruleId } of rules) await api.run('RemoveNotificationRule', { personId, ruleId });
};

story('a person without a usable rule', (chapter) => {
  chapter('is paged by every verified method at once, and the timeline says so', async () => {
    await removeRules();
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect([stage.ana.phone.pages.length, second.phone.pages.length]).toEqual([1, 1]);
    const firstStart = (await stage.getTimeline((await stage.getGroup()).id)).find(({ type }) => type === 'PageStarted');
    expect(firstStart!.data).toMatchObject({ everyMethod: true });
  });

  chapter('is not woken for low urgency: one quiet method is enough', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.generic({ summary: 'Low', key: 'low', severity: 'info' });
    const lows = [...stage.ana.phone.pages, ...second.phone.pages].filter(({ title }) => title === 'Low');
    expect(lows).toHaveLength(1);
  });

  chapter('a method that was never verified is skipped, and the page says why', async () => {
    const { api, personId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'never@example.org' });
    const contactMethodId = String(says['contactMethodId']);
    await stage.generic({ summary: 'High', key: 'high' });
    const page = (await stage.getTimeline((await stage.getGroup(3)).id)).find(({ type }) => type === 'PageStarted');
    expect(page!.data).toMatchObject({ skipped: [{ contactMethodId, reason: 'delivery.not_verified' }] });
    const ladder = await stage.pagesOf((await stage.getGroup(3)).id, stage.ana);
    expect(ladder.flatMap(({ attempts }) => attempts).some((attempt) => attempt.contactMethodId === contactMethodId)).toBe(false);
  });
});
