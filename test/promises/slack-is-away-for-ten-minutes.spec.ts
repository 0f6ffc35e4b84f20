import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story, type Chapter } from '@tocsin/testing/stage/story.js';

let world: SlackStage;
let bo: Player;
const begin = async (by: 'socket' | 'requests'): Promise<void> => {
  world = await SlackStage.begin(by);
  bo = await world.stage.addPerson('Bo');
  await world.link(world.stage.ana, 'U0ANA', 'ana');
  await world.stage.setPolicy([{ page: [world.stage.ana] }, { page: [bo] }]);
};

describe.each(['socket', 'requests'] as const)('with presses by %s', (by) => {
  beforeAll(() => begin(by));
  afterAll(() => world.close());
  story('Slack that is away for ten minutes', tell);
});

function tell(chapter: Chapter): void {
  chapter('keeps nobody from being paged', async () => {
    const { stage, slack } = world;
    await stage.settleFully();
    await stage.generic({ summary: 'Disk is full', key: 'k1', severity: 'critical' });
    await stage.settle();
    await world.pageTo('U0ANA', 1);
    slack.goAway();
    await stage.generic({ summary: 'The queue is long', key: 'k2', severity: 'critical' });
    await stage.advance('PT6M');
    expect(bo.phone.pages.map(({ number }) => number)).toContain(2);
    // nobody can be asked whose account it is
    const account = { kind: 'slack' as const, personId: bo.api.personId, address: 'U0BO', rules: [] };
    expect(await bo.api.expectRefusal('AddContactMethod', account)).toMatchObject({ code: 'connection.not_answering' });
  });

  chapter('loses nothing: what happened meanwhile is one edit of each message', async () => {
    const { stage, slack } = world;
    const groupId = (await stage.getGroup(1)).id;
    const post = await world.pageTo('U0ANA', 1);
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT2M');
    await bo.api.run('UnacknowledgeAlertGroup', { groupId });
    await stage.advance('PT1M');
    await bo.api.run('ResolveAlertGroup', { groupId });
    await stage.advance('PT2M');
    expect(post.edits).toBe(0);
    slack.comeBack();
    await stage.advance('PT1M');
    await world.edited(post, 1);
    expect(SlackServer.textOf(post)).toContain('Resolved.');
    expect(SlackServer.buttonsOf(post)).toEqual([]);
    await stage.advance('PT1M');
    expect(post.edits).toBe(1);
  });

  chapter('loses nothing if Tocsin is started again meanwhile', async () => {
    const { stage, slack } = world;
    await stage.settleFully();
    await stage.generic({ summary: 'The roof leaks', key: 'k3', severity: 'critical' });
    await stage.settle();
    const post = await world.pageTo('U0ANA', 3);
    slack.goAway();
    await bo.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(3)).id });
    await stage.settle();
    await stage.restart();
    slack.comeBack();
    await stage.advance('PT1M');
    await world.edited(post, 1);
    expect(SlackServer.textOf(post)).toContain('Resolved.');
  });

  chapter('is pressed in as before when it is back', async () => {
    const { stage, slack } = world;
    await stage.settleFully();
    await stage.generic({ summary: 'The door is open', key: 'k4', severity: 'critical' });
    await stage.settle();
    const post = await world.pageTo('U0ANA', 4);
    if (!slack.requests) await slack.waitForSockets(2);
    await slack.press(post, 'Acknowledge', 'U0ANA');
    await world.waitForState(4, 'Acknowledged by Ana.');
  });
}
