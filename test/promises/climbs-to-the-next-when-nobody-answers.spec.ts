import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy(
    [
      { page: [stage.ana], wait: 5 },
      { page: [bo], wait: 10 },
    ],
    1,
  );
});
afterAll(() => stage.close());

story('when no one answers', (chapter) => {
  chapter('rings the next after exactly the wait of the step, and says before whom it will ring, and when', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const group = await stage.getGroup();
    expect(group.next).toMatchObject({ round: 1, step: 2 });
    expect(Date.parse(group.next!.dueAt) - Date.parse(group.openedAt)).toBe(5 * 60_000);
    await stage.advance('PT4M59.999S');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 0]);
    await stage.advance('PT0.001S');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 1]);
  });

  chapter('begins again from the first step, as often as the policy says', async () => {
    await stage.advance('PT10M');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([2, 1]);
    expect(await stage.getGroup()).toMatchObject({ next: { round: 2, step: 2 } });
    await stage.advance('PT5M');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([2, 2]);
    expect(await stage.getGroup()).toMatchObject({ next: { round: 2, step: 'exhausted' } });
  });

  chapter('draws it on the ladder: what was done, to whom, and what came of it', async () => {
    const { rungs, pages, policy } = await stage.getLadder((await stage.getGroup()).id);
    expect(rungs.map(({ round, step }) => `${round}.${step}`)).toEqual(['1.1', '1.2', '2.1', '2.2']);
    expect(policy).toMatchObject({ version: 2 });
    expect(pages.every(({ attempts }) => attempts.every(({ state }) => state === 'delivered'))).toBe(true);
  });
});
