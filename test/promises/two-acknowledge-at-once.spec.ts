// cluster: short, appends that meet
import { story } from '@tocsin/testing/stage/story.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana, bo] }]);
});
afterAll(() => stage.close());

story('two people who press at the same moment', (chapter) => {
  chapter('both hear yes, and the slower one is told who has it, and since when', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id: groupId } = await stage.getGroup();
    const answers = await Promise.all([stage.ana, bo].map((player) => player.api.run('AcknowledgeAlertGroup', { groupId })));
    const second = answers.find(({ says }) => 'since' in says) as CommandAccepted;
    expect(answers.filter(({ says }) => 'since' in says)).toHaveLength(1);
    const { holder, acknowledgedAt } = await stage.getGroup();
    expect(second.says).toMatchObject({ holder, since: acknowledgedAt });
  });

  chapter('are both on the log, with one holder, and no phone of theirs rings on', async () => {
    const { id } = await stage.getGroup();
    const types = (await stage.getTimeline(id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'AlertGroupAcknowledged')).toHaveLength(1);
    expect(types.filter((type) => type === 'AlertGroupAcknowledgedToo')).toHaveLength(1);
    for (const player of [stage.ana, bo]) for (const page of await stage.pagesOf(id, player)) expect(page.state).not.toBe('sent');
  });

  chapter('also stop the phone of a person added after the acknowledge', async () => {
    const { id: groupId, holder } = await stage.getGroup();
    const other = holder?.kind === 'person' && holder.personId === bo.personId ? stage.ana : bo;
    const holdingPlayer = other === bo ? stage.ana : bo;
    await holdingPlayer.api.run('AddResponder', { groupId, personId: other.personId });
    await stage.settle();
    const before = other.phone.pages.length;
    await other.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT10M');
    expect((await stage.pagesOf(groupId, other)).at(-1)).toMatchObject({ state: 'answered' });
    expect(other.phone.pages).toHaveLength(before);
  });

  chapter('may resolve at the same moment, too', async () => {
    const { id: groupId } = await stage.getGroup();
    const answers = await Promise.all(
      [stage.ana, bo].map((player) => player.api.request('POST', '/api/commands/ResolveAlertGroup', { groupId })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'alert_group.already_resolved' });
  });
});
