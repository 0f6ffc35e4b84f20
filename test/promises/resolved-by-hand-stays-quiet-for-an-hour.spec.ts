import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const disk = { name: 'DiskFull' };

story('what I resolved by hand while its sender still fires', (chapter) => {
  chapter('stays quiet for an hour, and says that the sender still says firing', async () => {
    await stage.alertmanager('firing', [disk]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT30M');
    await stage.alertmanager('firing', [disk]);
    await stage.advance('PT29M');
    await stage.alertmanager('firing', [disk]);
    expect(await stage.listGroups()).toMatchObject([{ status: 'resolved', senderStillFiring: true }]);
    expect(stage.ana.ringCount).toBe(1);
  });

  chapter('pages again after the hour: a new group, linked to the old one', async () => {
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [disk]);
    const [oldGroup, newGroup] = await stage.listGroups();
    expect(newGroup).toMatchObject({ number: 2, status: 'firing', previousGroupId: oldGroup!.id });
    expect(stage.ana.ringCount).toBe(2);
  });

  chapter('pages at once after the sender’s own resolve and a new firing', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
    await stage.advance('PT11M');
    await stage.alertmanager('resolved', [disk]);
    await stage.alertmanager('firing', [{ ...disk, startsAt: '2026-01-01T09:00:00Z' }]);
    expect(await stage.getGroup(3)).toMatchObject({ status: 'firing' });
    expect(stage.ana.ringCount).toBe(3);
  });
});
