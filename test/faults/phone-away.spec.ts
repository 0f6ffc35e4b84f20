import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const getAttempts = async (groupId: string): Promise<readonly string[]> =>
  (await stage.pagesOf(groupId, stage.ana)).flatMap((page) => page.attempts.map(({ state }) => state));

story('when the network to a phone is gone', (chapter) => {
  chapter('tries again, and rings when it is back; each try is on record', async () => {
    stage.ana.phone.drop();
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id } = await stage.getGroup();
    expect(stage.ana.ringCount).toBe(0);
    expect(await getAttempts(id)).toEqual(['failed', 'queued']);

    await stage.advance('PT15S');
    expect(await getAttempts(id)).toEqual(['failed', 'failed', 'queued']);
    stage.ana.phone.recover();
    await stage.advance('PT15S');
    expect(await getAttempts(id)).toEqual(['failed', 'failed', 'delivered']);
    expect(stage.ana.ringCount).toBe(1);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: id });
  });

  chapter('does not give up on the group: the next round rings again', async () => {
    stage.ana.phone.drop();
    await stage.alertmanager('firing', [{ name: 'QueueLong' }], { groupKey: 'another' });
    const { id } = await stage.getGroup(2);
    await stage.advance('PT1M');
    expect(stage.ana.ringCount).toBe(1);
    stage.ana.phone.recover();
    await stage.advance('PT35M');
    expect(stage.ana.phone.pages.some(({ groupId }) => groupId === id)).toBe(true);
  });
});
