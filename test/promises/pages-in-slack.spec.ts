import type { ConnectionsShown, ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage, slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let world: SlackStage;
let bo: Player;
beforeAll(async () => {
  world = await SlackStage.begin();
  bo = await world.stage.addPerson('Bo');
});
afterAll(() => world.close());

const open = async (n: number, summary: string) => {
  await world.stage.settleFully();
  await world.stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  await world.stage.settle();
  return world.pageTo('U0ANA', n);
};
/** A lost socket is opened again after a wait, which begins when its loss is noticed. */
const untilHeard = async (sockets: number): Promise<void> => {
  while (world.slack.openedSockets < sockets) await world.stage.advance('PT1M');
};
const statusOf = async (n: number) => {
  await world.stage.settle();
  return world.stage.getGroup(n);
};

story('a person who is paged in Slack', (chapter) => {
  chapter('is set up on a screen: tested as it is typed, and no token is in an event or an answer', async () => {
    const { stage, slack, connectionId } = world;
    const { api } = stage.ana;
    slack.addUser('U0ANA', 'ana');
    const test = (fields: object, id: string | null = null) =>
      api.request<ConnectionTestResult>('POST', '/api/settings/connections/test', {
        connectionId: id,
        kind: 'slack',
        fields: { baseUrl: slack.url, ...fields },
        to: 'U0ANA',
      });
    const { botToken, appToken } = slackTokens;
    expect((await test({ botToken: 'xoxb-wrong', appToken })).body).toEqual({ ok: false, why: expect.stringContaining('Bot token: ') });
    expect((await test({ botToken, appToken: 'xapp-wrong' })).body).toEqual({
      ok: false,
      why: expect.stringContaining('App-level token: '),
    });
    expect((await test({ botToken, appToken })).body).toEqual({ ok: true, why: null });
    // one typed, the other stored
    expect((await test({ botToken }, connectionId)).body).toEqual({ ok: true, why: null });
    expect(await test({ botToken })).toMatchObject({ body: { code: 'connection.secret_missing' } });
    const twilio = {
      baseUrl: slack.url,
      accountSid: `AC${'0'.repeat(32)}`,
      sender: '+14155550100',
      countries: '+1 +41 +44 +49 +1876',
      authToken: 'of another kind',
    };
    expect(await api.expectRefusal('ChangeConnection', { connectionId, kind: 'twilio', name: 'Twilio', fields: twilio })).toMatchObject({
      code: 'connection.not_found',
    });
    await slack.press(slack.posts.at(-1)!, 'Test', 'U0ANA');
    expect(await slack.waitForWhisper()).toEqual({ user: 'U0ANA', text: 'It works: Tocsin received your press.' });
    const { body } = await api.request<ConnectionsShown>('GET', '/api/settings/connections');
    expect(body.connections).toMatchObject([{ kind: 'slack', listening: { problem: null }, inbound: null }]);
    const seen = JSON.stringify([await api.events('connections'), body, (await api.request('GET', '/api/health')).body]);
    for (const token of Object.values(slackTokens)) expect(seen).not.toContain(token);
  });

  chapter('links an account by a code that comes there, and sees whose it is', async () => {
    const { stage } = world;
    const { api, personId } = stage.ana;
    expect(await api.expectRefusal('AddContactMethod', { kind: 'slack', personId, address: 'U0NOBODY' })).toMatchObject({
      code: 'contact_method.account_unknown',
    });
    await world.link(stage.ana, 'U0ANA', 'ana');
    const { methods } = await stage.getRow('contacts', personId);
    expect(methods).toMatchObject([{ kind: 'slack', address: 'T0ACME/U0ANA', label: '@ana of Acme', verified: true }]);
  });

  chapter('is told of it by every other contact method, and there', async () => {
    const text = 'Slack user @ana of Acme now acts as Ana in Tocsin.';
    await world.slack.waitForPost((post) => SlackServer.textOf(post).includes(text));
    expect(world.stage.ana.phone.rings.map(({ body }) => body)).toContainEqual(expect.stringContaining(text));
  });

  chapter('can’t be linked to a second person', async () => {
    const { says } = await bo.api.run('AddContactMethod', { kind: 'slack', personId: bo.personId, address: 'U0ANA' });
    const contactMethodId = String(says['contactMethodId']);
    await world.stage.settle();
    const codes = world.slack.posts.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    expect(
      await bo.api.expectRefusal('VerifyContactMethod', { personId: bo.personId, contactMethodId, code: codes.at(-1)! }),
    ).toMatchObject({
      code: 'contact_method.account_taken',
    });
    await bo.api.run('RemoveContactMethod', { personId: bo.personId, contactMethodId });
  });

  chapter('acknowledges by a button, as themselves, and the message says so; whoever has it may resolve', async () => {
    const { stage, slack } = world;
    const post = await open(1, 'Disk <!channel> is full');
    expect(post.text).toBe('‼ #1 Disk &lt;!channel&gt; is full');
    expect(SlackServer.buttonsOf(post)).toEqual(['Acknowledge', 'Resolve']);
    await slack.press(post, 'Acknowledge', 'U0ANA');
    await world.waitForState(1, 'Acknowledged by Ana.');
    expect(await statusOf(1)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    const { id } = await stage.getGroup(1);
    expect((await stage.getTimeline(id)).find(({ type }) => type === 'AlertGroupAcknowledged')!.meta.actor).toMatchObject({
      id: stage.ana.personId,
      via: 'chat:slack',
    });
    expect((await stage.pagesOf(id, stage.ana)).flatMap(({ attempts }) => attempts)).toMatchObject([{ kind: 'slack', state: 'read' }]);
    expect(SlackServer.buttonsOf(post)).toEqual(['Resolve']);
    await slack.press(post, 'Resolve', 'U0ANA');
    await world.waitForState(1, 'Resolved.');
    expect(SlackServer.buttonsOf(post)).toEqual([]);
    expect(await statusOf(1)).toMatchObject({ status: 'resolved' });
    // one for each state; on a slow machine the press and its receipt may be two
    expect(post.edits).toBeLessThanOrEqual(3);
  });

  chapter('takes over from somebody else', async () => {
    const { slack } = world;
    const post = await open(2, 'The queue is long');
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await world.stage.getGroup(2)).id });
    await world.waitForState(2, 'Acknowledged by Bo.');
    expect(SlackServer.buttonsOf(post)).toEqual(['Take over', 'Resolve']);
    await slack.press(post, 'Take over', 'U0ANA');
    await world.waitForState(2, 'Acknowledged by Ana.');
    expect(await statusOf(2)).toMatchObject({ holder: { personId: world.stage.ana.personId } });
  });

  chapter('reads what was said when it was sent, however long it took to resolve it', async () => {
    const { slack, stage } = world;
    const post = slack.posts.find(({ text }) => text.includes('#2 '));
    await stage.advance('PT40M');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
    await world.waitForState(2, 'Resolved.');
    await world.edited(post!, 3);
    expect(SlackServer.textOf(post!)).toContain('Resolved.');
    expect(SlackServer.textOf(post!)).not.toContain('Late');
  });

  chapter('hears Slack again after its sockets are recycled, cut or answered with what nobody knows', async () => {
    const { slack, stage } = world;
    slack.recycle();
    await untilHeard(2);
    slack.sendOdd('{"type":"events_api"}');
    slack.sendOdd('no JSON');
    slack.otherConnections = 1;
    slack.goAway();
    slack.comeBack();
    await slack.waitForNoSocket();
    await untilHeard(3);
    const { text } = await open(3, 'The door is open');
    expect(text).toContain('#3 ');
    const { body } = await stage.ana.api.request<ConnectionsShown>('GET', '/api/settings/connections');
    expect(body.connections[0]!.listening!.problem).toContain('2 programs are connected by the same app');
    slack.otherConnections = 0;
  });

  chapter('is told by the other methods, within a day, that the account was deactivated: no page is sent there any more', async () => {
    const { slack, stage } = world;
    slack.addUser('U0BO', 'bo');
    const { api, personId } = bo;
    const { says } = await api.run('AddContactMethod', { kind: 'slack', personId, address: 'U0BO', rules: [] });
    const contactMethodId = String(says['contactMethodId']);
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: await world.codeOf('U0BO') });
    slack.deactivate('U0BO');
    await stage.advance('P1D');
    await stage.settle();
    const method = (await stage.getRow('contacts', personId)).methods.find((one) => one.contactMethodId === contactMethodId);
    expect(method).toMatchObject({ verified: false, disabled: { reason: 'delivery.account_gone' } });
  });

  chapter('goes to the next person when the account was deactivated: Slack takes messages to it, so none counts as delivered', async () => {
    const { slack, stage } = world;
    await stage.setPolicy(
      [
        { page: [stage.ana], wait: 5 },
        { page: [bo], wait: 5 },
      ],
      2,
    );
    await stage.settleFully();
    slack.deactivate('U0ANA');
    const rings = bo.ringCount;
    await stage.generic({ summary: 'The lights are out', key: 'k4', severity: 'critical' });
    await stage.settle();
    const { id } = await stage.getGroup(4);
    expect((await stage.pagesOf(id, stage.ana)).flatMap(({ attempts }) => attempts)).toMatchObject([{ kind: 'slack', state: 'sent' }]);
    await stage.advance('PT6M');
    expect(bo.ringCount).toBeGreaterThan(rings);
  });

  chapter('is told by the next person’s page and by health once the tokens are revoked', async () => {
    const { slack, stage } = world;
    await stage.settleFully();
    slack.revoke();
    const rings = bo.ringCount;
    await stage.generic({ summary: 'The roof leaks', key: 'k5', severity: 'critical' });
    await stage.advance('PT1M');
    expect(bo.ringCount).toBeGreaterThan(rings);
    const { body } = await stage.ana.api.request<{ readonly problems: readonly string[] }>('GET', '/api/health');
    expect(JSON.stringify(body)).toContain('token_revoked');
  });

  chapter('is held no more once the connection is removed and no page waits', async () => {
    const { slack, stage, connectionId } = world;
    await stage.ana.api.prove();
    for (const { id, status } of await stage.ana.api.list('alertGroups'))
      if (status !== 'resolved') await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    await stage.settle();
    await stage.ana.api.run('RemoveConnection', { connectionId });
    await slack.waitForNoSocket();
    expect(slack.connections).toBe(0);
  });
});
