import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage, slackSigningSecret, slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';

let world: SlackStage;
beforeAll(async () => {
  world = await SlackStage.begin('requests');
  await world.link(world.stage.ana, 'U0ANA', 'ana');
});
afterAll(() => world.close());

const open = async () => {
  const { stage } = world;
  await stage.settleFully();
  const n = (await stage.listGroups()).length + 1;
  await stage.generic({ summary: `Alert ${n}`, key: `k${n}`, severity: 'critical' });
  await stage.settle();
  return { n, post: await world.pageTo('U0ANA', n) };
};
const acknowledgements = async (n: number) =>
  (await world.stage.getTimeline((await world.stage.getGroup(n)).id)).filter(({ type }) => type === 'AlertGroupAcknowledged');
const change = (fields: object) =>
  world.stage.ana.api.run('ChangeConnection', {
    connectionId: world.connectionId,
    kind: 'slack',
    name: 'Slack',
    fields: { baseUrl: world.slack.url, ...fields },
  } as never);
const forged = { status: 403, body: '' };

describe('a request of Slack', () => {
  it('proves that the address is ours by its challenge', async () => {
    const body = JSON.stringify({ type: 'url_verification', token: 'old', challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY' });
    const type = 'application/json';
    expect(await world.slack.request(body, { type })).toEqual({ status: 200, body: '3eZbrw1aBm2rZgRNFdxV2595E9CY' });
    expect(await world.slack.request(body, { type, secret: 'another' })).toEqual(forged);
  });

  it('is refused if it isn’t signed with the secret of the connection in its path, within five minutes', async () => {
    const { slack, stage } = world;
    const { n } = await open();
    const body = 'payload=%7B%7D';
    const elsewhere = `${stage.tocsin.url}/api/channels/slack/01900000-0000-7000-8000-00000000dead`;
    for (const wrong of [{ secret: 'another' }, { secret: slackTokens.botToken }, { age: 301 }, { age: -301 }, { url: elsewhere }])
      expect(await slack.request(body, wrong)).toEqual(forged);
    expect(await slack.request(body, { age: 299 })).toEqual({ status: 200, body: '' });
    expect(await slack.request('hello')).toMatchObject({ status: 400 });
    expect(await stage.getGroup(n)).toMatchObject({ status: 'firing' });
  });

  it('acts once, however often it comes', async () => {
    const { slack, stage } = world;
    const { n, post } = await open();
    await slack.press(post, 'Acknowledge', 'U0ANA', { actionTs: '1764295299.7' });
    await world.waitForState(n, 'Acknowledged by Ana.');
    await stage.ana.api.run('UnacknowledgeAlertGroup', { groupId: (await stage.getGroup(n)).id });
    await world.edited(post, 2);
    await slack.press(post, 'Acknowledge', 'U0ANA', { actionTs: '1764295299.7' });
    await stage.settle();
    expect(await stage.getGroup(n)).toMatchObject({ status: 'firing' });
    expect(await acknowledgements(n)).toHaveLength(1);
  });

  it('of the same member of another workspace is that of a stranger, who alone hears how to link', async () => {
    const { slack, stage } = world;
    const { n, post } = await open();
    await slack.press(post, 'Acknowledge', 'U0ANA', { teamId: 'T0OTHER' });
    await slack.waitForWhisper(({ text }) => text.includes('isn’t linked'));
    expect(await stage.getGroup(n)).toMatchObject({ status: 'firing' });
  });

  it('takes over from the socket, and back, without losing a press', async () => {
    const { slack } = world;
    const { n, post } = await open();
    await change({ interactivity: 'both', appToken: slackTokens.appToken });
    await slack.waitForSockets(1);
    await slack.press(post, 'Acknowledge', 'U0ANA');
    await world.waitForState(n, 'Acknowledged by Ana.');
    slack.requests = null;
    await slack.press(post, 'Resolve', 'U0ANA');
    await world.waitForState(n, 'Resolved.');
    await change({ interactivity: 'socket_mode' });
    expect(slack.openedSockets).toBe(1);
    world.turnSocketModeOff();
    expect(await slack.request('payload=%7B%7D')).toEqual(forged);
    // the secret that was needed no more is gone
    const again = { connectionId: world.connectionId, kind: 'slack', name: 'Slack' } as const;
    expect(
      await world.stage.ana.api.expectRefusal('ChangeConnection', {
        ...again,
        fields: { baseUrl: slack.url, interactivity: 'request_url' },
      }),
    ).toMatchObject({ code: 'connection.secret_missing' });
    await change({ interactivity: 'request_url', signingSecret: slackSigningSecret });
    const { post: next, n: number } = await open();
    await slack.press(next, 'Acknowledge', 'U0ANA');
    await world.waitForState(number, 'Acknowledged by Ana.');
    expect(SlackServer.buttonsOf(next)).toEqual(['Resolve']);
  });
});
