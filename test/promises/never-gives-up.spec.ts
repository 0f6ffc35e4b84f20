import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
let second: Awaited<ReturnType<Stage['addPhone']>>;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  second = await stage.addPhone(cleo.api, false);
  const { teamId } = stage.setUpAnswer;
  await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: cleo.personId, role: 'manager' });
  await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: stage.ana.personId, role: 'responder' });
  await stage.setPolicy([{ page: [bo], wait: 5 }], 1);
});
afterAll(() => stage.close());

story('when everyone in the policy was paged and no one acknowledged', (chapter) => {
  chapter('pages the managers by every method that they have, and shows that it is unacknowledged', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT5M');
    expect([bo.ringCount, cleo.ringCount, stage.ana.ringCount]).toEqual([2, 0, 0]);
    expect(await stage.getGroup()).toMatchObject({ nobodyHasIt: false });
    await stage.advance('PT5M');
    expect([bo.ringCount, cleo.ringCount, second.phone.pages.length, stage.ana.ringCount]).toEqual([2, 1, 1, 0]);
    expect(await stage.getGroup()).toMatchObject({ nobodyHasIt: true, status: 'firing' });
  });

  chapter('says why each of them was rung by which method: by their rule first, then by every one', async () => {
    const { id } = await stage.getGroup();
    const explainFor = async (player: Player) =>
      (await stage.pagesOf(id, player)).flatMap(({ attempts }) => attempts.map(({ because }) => because));
    expect(await explainFor(bo)).toEqual(['rule', 'paged_again']);
    expect(await explainFor(cleo)).toEqual(['last_resort', 'last_resort']);
  });

  chapter('calls the owners five minutes later', async () => {
    await stage.advance('PT5M');
    expect(stage.ana.ringCount).toBe(1);
    expect(stage.ana.pageCauses).toEqual(['exhausted']);
  });

  chapter('starts the policy again half an hour after it was exhausted', async () => {
    await stage.advance('PT24M59S');
    expect(bo.ringCount).toBe(2);
    await stage.advance('PT1S');
    expect(bo.ringCount).toBe(3);
  });

  chapter('goes on like this for ever', async () => {
    const before = [bo.ringCount, cleo.ringCount, stage.ana.ringCount];
    // every 40 minutes: two rounds of five, and half an hour
    await stage.advance('PT8H20M');
    expect([bo.ringCount - before[0]!, cleo.ringCount - before[1]!, stage.ana.ringCount - before[2]!]).toEqual([25, 13, 13]);
    expect(await stage.getGroup()).toMatchObject({ nobodyHasIt: true, status: 'firing' });
  });

  chapter('ends when someone acknowledges', async () => {
    const countRings = () => [bo.ringCount, cleo.ringCount, stage.ana.ringCount];
    await cleo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    const before = countRings();
    await stage.advance('PT19M');
    expect(countRings()).toEqual(before);
    expect(await stage.getGroup()).toMatchObject({ nobodyHasIt: false, status: 'acknowledged' });
  });
});
