import type { Accepted } from '@tocsin/contracts/http.js';
import { Stage, type Player } from '@tocsin/testing/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo');
  await stage.policy([{ page: [stage.ana, bo] }]);
});
afterAll(() => stage.close());

describe('two people who press at the same moment', () => {
  it('both hear yes, and the slower one is told who has it, and since when', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id: groupId } = await stage.group();
    const answers = await Promise.all([stage.ana, bo].map((player) => player.api.run('AcknowledgeAlertGroup', { groupId })));
    const second = answers.find(({ streams }) => streams.length === 0) as Accepted;
    expect(answers.filter(({ streams }) => streams.length === 1)).toHaveLength(1);
    const { holder, acknowledgedAt } = await stage.group();
    expect(second.says).toMatchObject({ holder, since: acknowledgedAt, mine: false, nothingNew: true });
  });

  it('leave one acknowledge on the log', async () => {
    const types = (await stage.timeline((await stage.group()).id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'AlertGroupAcknowledged')).toHaveLength(1);
  });

  it('may resolve at the same moment, too', async () => {
    const { id: groupId } = await stage.group();
    const answers = await Promise.all(
      [stage.ana, bo].map((player) => player.api.request('POST', '/api/commands/ResolveAlertGroup', { groupId })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'alert_group.already_resolved' });
  });
});
