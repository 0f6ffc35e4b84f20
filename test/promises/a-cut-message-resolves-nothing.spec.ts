import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const one = { name: 'DiskFull' };
const secondCondition = { name: 'DiskFull', instance: 'db-2' };

story('a message that Alertmanager cut', (chapter) => {
  chapter('does not resolve the alerts that it leaves out', async () => {
    await stage.alertmanager('firing', [one, secondCondition]);
    await stage.alertmanager('firing', [one], { truncatedAlerts: 1 });
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', firing: 2, cutList: { listed: 1, of: 2 } });
  });

  chapter('does not resolve the group although all that it lists is resolved', async () => {
    await stage.alertmanager('firing', [{ ...one, resolved: true }], { truncatedAlerts: 1 });
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', firing: 1 });
    await stage.alertmanager('firing', [{ ...secondCondition, resolved: true }], { truncatedAlerts: 3 });
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    const before = stage.ana.ringCount;
    await stage.advance('PT5M');
    expect(stage.ana.ringCount).toBeGreaterThan(before);
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ cutList: { listed: 1, of: 4 } });
  });

  chapter('resolves it all when the sender says so of the whole', async () => {
    await stage.alertmanager('resolved', [one], { truncatedAlerts: 1 });
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved', firing: 0, cutList: null });
  });
});
