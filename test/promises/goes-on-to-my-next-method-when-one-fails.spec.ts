import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let other: Awaited<ReturnType<Stage['addPhone']>>;
beforeAll(async () => {
  stage = await Stage.begin();
  const { api, personId } = stage.ana;
  other = await stage.addPhone(api, false);
  await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: other.methodId, delayMinutes: 3 });
});
afterAll(() => stage.close());

story('a method that does not work', (chapter) => {
  chapter('gives way to my next one at once, which a rule had for later', async () => {
    stage.ana.phone.answer(503);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(stage.ana.phone.rings.at(-1)).toMatchObject({ answered: 503 });
    expect(other.phone.pages).toHaveLength(1);
  });

  chapter('is tried three times more beside it, every 15 seconds', async () => {
    const before = stage.ana.phone.rings.length;
    await stage.advance('PT14S');
    expect(stage.ana.phone.rings).toHaveLength(before);
    await stage.advance('PT1S');
    expect(stage.ana.phone.rings).toHaveLength(before + 1);
    await stage.advance('PT2M');
    expect(stage.ana.phone.rings).toHaveLength(before + 3);
    expect(other.phone.pages).toHaveLength(1);
  });

  chapter('says on the ladder what became of each try, and why', async () => {
    const [page] = await stage.pagesOf((await stage.getGroup()).id, stage.ana);
    const { methodId } = stage.ana;
    const failedAttempts = page!.attempts.filter(({ contactMethodId }) => contactMethodId === methodId);
    expect(failedAttempts.map(({ n, because, state, reason }) => [n, because, state, reason])).toEqual([
      [1, 'rule', 'failed', 'delivery.provider_rejected'],
      [2, 'retry', 'failed', 'delivery.provider_rejected'],
      [3, 'retry', 'failed', 'delivery.provider_rejected'],
      [4, 'retry', 'failed', 'delivery.provider_rejected'],
    ]);
    expect(page!.attempts.find(({ contactMethodId }) => contactMethodId === other.methodId)).toMatchObject({
      because: 'next_method',
      state: 'delivered',
    });
  });

  chapter('is not tried again when the other side says no for good', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    stage.ana.phone.answer(410);
    await stage.generic({ summary: 'Gone', key: 'gone' });
    const before = stage.ana.phone.rings.length;
    await stage.advance('PT2M');
    expect(stage.ana.phone.rings).toHaveLength(before);
    stage.ana.phone.recover();
  });

  chapter('is one that cuts the line, too', async () => {
    stage.ana.phone.drop();
    await stage.generic({ summary: 'Cut', key: 'cut' });
    expect(other.phone.pages.filter(({ title }) => title === 'Cut')).toHaveLength(1);
    stage.ana.phone.recover();
    await stage.advance('PT15S');
    expect(stage.ana.phone.pages.filter(({ title }) => title === 'Cut')).toHaveLength(1);
  });
});
