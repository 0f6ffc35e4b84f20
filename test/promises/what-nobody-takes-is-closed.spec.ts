import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.ana.api.run('ChangeClosingByAge', { days: 1 });
});
afterAll(() => stage.close());

/** Low urgency: pages once and does not escalate. */
const disk = { name: 'DiskFilling', severity: 'warning' };
const sendReport = () => stage.alertmanager('firing', [disk]);

story('an alert group that no one acts on', (chapter) => {
  chapter('says when it is going to be closed, and stays open when its sender reports it again', async () => {
    await sendReport();
    await stage.advance('PT12H');
    const { openedAt, closesAt } = await stage.getGroup();
    expect(Date.parse(closesAt!) - Date.parse(openedAt)).toBe(24 * 60 * 60_000);
    await stage.advance('PT11H59M');
    await sendReport();
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', closesAt: null });
    await stage.advance('PT1H');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
  });

  chapter('is closed when nothing was heard of it for as long as the organisation says; managers hear of it, quietly', async () => {
    const before = stage.ana.ringCount;
    await stage.advance('PT22H59M');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    await stage.advance('PT1M');
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
    await stage.advance('PT6M');
    expect(stage.ana.pageCauses.at(-1)).toBe('resolved');
    expect(stage.ana.ringCount).toBe(before);
  });

  chapter('is opened again by its sender’s next word, days later, and pages', async () => {
    const before = stage.ana.ringCount;
    await stage.advance('P2D');
    await sendReport();
    expect(await stage.listGroups()).toMatchObject([{ number: 1, status: 'firing', opening: 2 }]);
    expect(stage.ana.ringCount).toBe(before + 1);
  });

  chapter('stays open where the organisation wants it so', async () => {
    await stage.ana.api.run('ChangeClosingByAge', { days: 0 });
    await stage.advance('P9D');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
  });
});
