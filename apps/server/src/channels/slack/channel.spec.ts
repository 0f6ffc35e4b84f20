import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { AccountAnswer } from '../../core/connection-health.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import type { Channel } from '../channel.js';
import { slackChannel, type SlackDependencies } from './channel.js';

let slack: SlackServer;
let http: OutgoingHttp;
let channel: Channel;
let answers: AccountAnswer[];
let isStopped: boolean;
beforeEach(async () => {
  slack = await SlackServer.start(slackTokens);
  slack.addUser('U0ANA', 'ana');
  http = new OutgoingHttp({ allowLoopback: true });
  [answers, isStopped] = [[], false];
  const vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify(slackTokens));
  const connection = { id: 'slack', kind: 'slack' as const, name: 'Slack', fields: { baseUrl: slack.url }, secretRef: 'connection:1' };
  channel = slackChannel({
    calls: { http },
    server: partOf<SlackDependencies['server']>({
      vault,
      clock: { now: () => page().now },
      reads: { connections: { all: () => [connection].values() }, endingConnections: { all: () => [].values() } },
    }),
    connections: { begin: () => !isStopped, isStopped: () => isStopped, onAnswer: (_account, answer) => void answers.push(answer) },
  });
});
afterEach(async () => {
  http.close();
  await slack.close();
});

const call = { deadlineMs: 5_000 };
const send = (message = page(), member = 'U0ANA') =>
  channel.deliver('page', message, contactMethod({ address: `T0ACME/${member}`, secret: null }), call);

describe('a page in Slack', () => {
  it('is a direct message with buttons, which Slack names by its channel and time', async () => {
    expect(await send(page({ title: 'Disk <!channel> & more' }))).toEqual({
      ok: true,
      state: 'sent',
      providerId: `${slack.posts[0]!.channel}:${slack.posts[0]!.ts}`,
    });
    expect(slack.posts[0]).toMatchObject({ channel: 'D0ANA', text: '‼ #1042 Disk &lt;!channel&gt; &amp; more' });
    expect(SlackServer.buttonsOf(slack.posts[0]!)).toEqual(['Acknowledge', 'Resolve']);
  });

  it('is deleted there by that name, once or again', async () => {
    const sent = await send();
    const providerId = sent.ok ? sent.providerId! : '';
    const erase = () => channel.erase!({ providerId, sentAt: page().now, connectionId: null }, call);
    expect([await erase(), await erase()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(slack.posts).toEqual([]);
    // of the page alone: a deletion says nothing of whether pages get through
    expect(answers).toHaveLength(1);
    isStopped = true;
    expect(await erase()).toMatchObject({ ok: false, reason: 'delivery.connection_stopped', retry: true });
  });

  it('has no buttons when it only informs; a message for several has a link', async () => {
    await send(page({ quiet: true, cause: { kind: 'resolved' } }));
    await channel.deliver('bundle', sampleBundle(page()), contactMethod({ address: 'T0ACME/U0ANA' }), call);
    expect(slack.posts.map((post) => SlackServer.buttonsOf(post))).toEqual([[], []]);
    expect(SlackServer.textOf(slack.posts[1]!)).toMatch(/\|Acknowledge all \d+>$/);
  });

  it('is taken by Slack however long its texts are', async () => {
    await channel.deliver('code', verificationMessage(), contactMethod({ address: 'T0ACME/U0ANA' }), call);
    expect(await send(page({ title: '&'.repeat(5_000), serviceName: '<'.repeat(9_000) }))).toMatchObject({ ok: true });
  });

  it('goes nowhere while the connection is left alone', async () => {
    isStopped = true;
    expect(await send()).toMatchObject({ ok: false, reason: 'delivery.connection_stopped', retry: true });
    expect(slack.calls).toEqual([]);
  });

  it('of somebody who left is taken by Slack, so it is never called delivered', async () => {
    slack.deactivate('U0ANA');
    expect(await send()).toMatchObject({ ok: true, state: 'sent' });
  });

  it('waits as long as Slack wants', async () => {
    slack.limit(7);
    expect(await send()).toMatchObject({ reason: 'delivery.throttled', retry: true, retryAfter: 7_000 });
    expect(answers.at(-1)).toMatchObject({ verdict: 'nothing' });
  });

  it.each([
    ['invalid_auth', 'delivery.connection_refused', false, 'refused'],
    ['token_revoked', 'delivery.connection_refused', false, 'refused'],
    ['channel_not_found', 'delivery.not_in_channel', false, 'works'],
    ['is_archived', 'delivery.not_in_channel', false, 'works'],
    ['user_not_found', 'delivery.account_gone', false, 'works'],
    ['invalid_blocks', 'delivery.provider_rejected', false, 'works'],
    ['internal_error', 'delivery.provider_rejected', true, 'fails'],
  ])('answered %s is %s', async (error, reason, retry, verdict) => {
    slack.answerNext(200, JSON.stringify({ ok: false, error }));
    expect(await send()).toMatchObject({ reason, retry, detail: `Slack answered ${error}.` });
    expect(answers.at(-1)).toMatchObject({ verdict });
  });

  it('names the scope that is missing', async () => {
    slack.answerNext(200, JSON.stringify({ ok: false, error: 'missing_scope', needed: 'chat:write' }));
    expect(await send()).toMatchObject({ detail: 'Slack answered missing_scope: it needs chat:write.' });
  });

  it('tells no secret, whatever Slack or a proxy answers', async () => {
    const planted = `${slackTokens.botToken} ${slackTokens.appToken}`;
    for (const [status, body] of [
      [200, JSON.stringify({ ok: false, error: planted, needed: planted })],
      [200, JSON.stringify({ ok: true, channel: 7, ts: planted })],
      [200, planted],
      [401, planted],
      [502, JSON.stringify({ error: planted })],
    ] as const) {
      slack.answerNext(status, body);
      const outcome = await send();
      expect(outcome).toMatchObject({ ok: false });
      for (const token of Object.values(slackTokens)) expect(JSON.stringify([outcome, answers])).not.toContain(token);
    }
  });
});
