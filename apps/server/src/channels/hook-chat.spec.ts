import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { HookServer, type HookKind } from '@tocsin/testing/channels/hooks/hook-server.js';
import { contactMethod, page, verificationMessage } from '../deliveries/message.fixture.js';
import { sampleBundle } from '../deliveries/sample-bundle.js';
import { discordChannel } from './discord/channel.js';
import { mattermostChannel } from './mattermost/channel.js';
import { rocketchatChannel } from './rocketchat/channel.js';
import { teamsChannel } from './teams/channel.js';

let hooks: HookServer;
let http: OutgoingHttp;
beforeEach(async () => {
  hooks = await HookServer.start();
  http = new OutgoingHttp({ allowLoopback: true });
});
afterEach(async () => {
  http.close();
  await hooks.close();
  expect(hooks.errors).toEqual([]);
});

const makers = { mattermost: mattermostChannel, rocketchat: rocketchatChannel, discord: discordChannel, teams: teamsChannel };
const channelOf = (kind: HookKind) =>
  makers[kind]({ calls: { http }, server: { clock: { now: () => page().now }, reads: { connections: { all: () => [] } } } } as never);
const to = (kind: HookKind) => contactMethod({ address: 'https://chat.example/…', secret: hooks.hook(kind) });
const call = { deadlineMs: 5_000 };
const send = (kind: HookKind, message = page()) => channelOf(kind).deliver('page', message, to(kind), call);

describe.each(['mattermost', 'rocketchat', 'discord', 'teams'] as const)('a page in a channel of %s', (kind) => {
  it('is one message with its link, which mentions nobody and has no marks of its sender', async () => {
    expect(await send(kind, page({ title: 'Disk *is* @channel @everyone [x](y)' }))).toMatchObject({ ok: true, state: 'sent' });
    const [post] = hooks.posts;
    expect(post!.links).toEqual([page().link]);
    expect(post!.text).toContain('\\*is\\*');
    expect(post!.text).toContain('Payments');
  });

  it('is taken however long it is, and so are a code and a message for several', async () => {
    expect(await send(kind, page({ title: '*'.repeat(5_000), serviceName: '漢'.repeat(30_000), personName: '@all' }))).toMatchObject({
      ok: true,
    });
    expect(await channelOf(kind).deliver('code', verificationMessage(), to(kind), call)).toMatchObject({ ok: true });
    expect(await channelOf(kind).deliver('bundle', sampleBundle(page()), to(kind), call)).toMatchObject({ ok: true });
    expect(hooks.posts[1]!.text).toMatch(/\b\d{6}\b/);
  });

  it('disables the method once the hook is deleted, but not for an answer of a proxy', async () => {
    hooks.answerNext(404, '<html>not here</html>');
    expect(await send(kind)).toMatchObject({ reason: 'delivery.provider_rejected' });
    hooks.deleteHooks();
    expect(await send(kind)).toMatchObject({ reason: 'delivery.hook_gone', retry: false });
  });

  it('waits when the chat wants fewer, and is tried again when it fails', async () => {
    hooks.answerNext(429, JSON.stringify({ message: 'You are being rate limited.', retry_after: 1.25, global: false }));
    expect(await send(kind)).toMatchObject({ reason: 'delivery.throttled', retry: true, retryAfter: 1_250 });
    hooks.answerNext(503, '');
    expect(await send(kind)).toMatchObject({ reason: 'delivery.provider_rejected', retry: true });
    hooks.answerNext(413, '');
    expect(await send(kind)).toMatchObject({ reason: 'delivery.too_large', retry: false });
  });

  it('is not called sent by whoever else answers, and tells no address', async () => {
    for (const [status, body] of [
      [200, `<html>${hooks.hook(kind)}</html>`],
      [400, JSON.stringify({ message: hooks.hook(kind), id: hooks.hook(kind), error: hooks.hook(kind) })],
    ] as const) {
      hooks.answerNext(status, body);
      const outcome = await send(kind);
      expect(outcome).toMatchObject({ ok: false });
      expect(JSON.stringify(outcome)).not.toContain('theSecret');
    }
  });
});
