import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { NtfyServer, type NtfyOptions } from '@tocsin/testing/channels/ntfy/ntfy-server.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { pageRef } from '../../deliveries/sent-refs.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import type { Channel } from '../channel.js';
import { ntfyChannel } from './channel.js';

let ntfy: NtfyServer;
let http: OutgoingHttp;
let channel: Channel;
const begin = async (options: NtfyOptions = {}): Promise<void> => {
  ntfy = await NtfyServer.start(options);
  http = new OutgoingHttp({ allowLoopback: true });
  channel = ntfyChannel({ calls: { http }, server: { clock: { now: () => page().now } } });
};
afterEach(async () => {
  http.close();
  await ntfy.close();
});

const call = { deadlineMs: 5_000 };
const phone = (secret: string | null = null) => contactMethod({ address: `${ntfy.url}/ana-7f3k`, secret });
const send = (message = page(), secret: string | null = null) => channel.deliver('page', message, phone(secret), call);
const end = { number: 1042, title: 'Disk is full', groupLink: page().groupLink, says: 'Bo acknowledged.', close: false };

describe('a page by ntfy', () => {
  beforeEach(() => begin());

  it('is sent: title, link, the loudest priority, and buttons that need no session', async () => {
    expect(await send()).toEqual({ ok: true, state: 'sent', providerId: 'm00000000000' });
    expect(ntfy.messages[0]).toMatchObject({
      topic: 'ana-7f3k',
      title: '‼ #1042 Disk is full on db-1',
      message: expect.stringMatching(/^Payments\nFiring since .*\n3 alerts\nAlso paged: Bo, Chris\n/),
      priority: 5,
      tags: ['high'],
      click: 'https://tocsin.example/p/SECRET',
      actions: [
        {
          action: 'http',
          label: 'Acknowledge',
          method: 'POST',
          url: 'https://tocsin.example/api/pages/SECRET',
          body: '{"act":"acknowledge"}',
          clear: true,
        },
        { label: 'Seen, keep paging', body: '{"act":"answer"}' },
      ],
    });
  });

  it('makes no sound and has no buttons when it is quiet; low urgency rings as the phone usually does', async () => {
    await send(page({ quiet: true, cause: { kind: 'resolved' } }));
    await send(page({ urgency: 'low', messageNumber: 2 }));
    expect(ntfy.messages.map(({ priority, actions, click }) => [priority, actions.length, click])).toEqual([
      [2, 0, 'https://tocsin.example/alerts/1042'],
      [3, 2, 'https://tocsin.example/p/SECRET'],
    ]);
  });

  it('keeps the public address’s own path in its buttons', async () => {
    await send(page({ link: 'https://ops.example/tocsin/p/SECRET' }));
    expect(ntfy.messages[0]!.actions[0]!.url).toBe('https://ops.example/tocsin/api/pages/SECRET');
  });

  it('fits into what ntfy takes, with title and link, whatever senders write', async () => {
    for (const filler of ['‼️ very long ', '"\\\n', '\u0001\u0002', '𝕏'])
      expect([
        filler,
        await send(page({ title: filler.repeat(400), serviceName: filler.repeat(4_000), awayNote: filler.repeat(900) })),
      ]).toEqual([filler, expect.objectContaining({ ok: true })]);
    expect(ntfy.messages).toHaveLength(4);
    for (const { title, click, message } of ntfy.messages) {
      expect([title, click]).toEqual([expect.stringContaining('#1042'), 'https://tocsin.example/p/SECRET']);
      expect(message).not.toContain('\uFFFD');
    }
  });

  it('never takes the place of one that is shown, which would make no sound; a repeat after an unknown outcome does', async () => {
    await send();
    await send(page({ messageNumber: 2 }));
    await send(page({ attemptId: '0197a001-0000-7000-8000-00000000000f', messageNumber: 2 }));
    expect(ntfy.shown('ana-7f3k')).toHaveLength(2);
  });

  it('is replaced silently by what waits behind it, and by its end', async () => {
    await send();
    expect(await channel.deliver('update', { page: page(), waiting: 'and 4 more in Payments' }, phone(), call)).toMatchObject({ ok: true });
    const [updated, ...others] = ntfy.shown('ana-7f3k');
    expect(updated).toMatchObject({ priority: 2, message: expect.stringMatching(/^and 4 more in Payments\nPayments\n/) });
    expect(others).toEqual([]);
    await channel.deliver('end', { ...end, replaces: pageRef(page()) }, phone(), call);
    expect(ntfy.shown('ana-7f3k')).toMatchObject([
      { title: '✓ #1042 Disk is full', message: 'Bo acknowledged.', priority: 2, actions: [] },
    ]);
  });

  it('is one message for several, whose button acknowledges all', async () => {
    await channel.deliver('bundle', sampleBundle(page()), phone(), call);
    expect(ntfy.messages[0]).toMatchObject({ title: '‼ 7 alert groups', priority: 5, actions: [{ label: 'Acknowledge all' }] });
  });

  it('can be preceded by a code, and warns owners', async () => {
    await channel.deliver('code', verificationMessage(), phone(), call);
    await channel.deliver(
      'warning',
      { subject: 'Pages are late', says: 'By 90 s.', link: 'https://tocsin.example/settings/health', now: page().now },
      phone(),
      call,
    );
    expect(ntfy.messages.map(({ title }) => title)).toEqual(['042137 is your Tocsin code', 'Pages are late']);
  });

  it('is perhaps delivered when the server hangs', async () => {
    ntfy.hang();
    expect(await channel.deliver('page', page(), phone(), { deadlineMs: 1_000 })).toMatchObject({
      reason: 'delivery.outcome_unknown',
      retry: true,
    });
  });

  it('is not sent when something else answers with 200', async () => {
    ntfy.answerAsPage();
    expect(await send()).toEqual({
      ok: false,
      reason: 'delivery.provider_rejected',
      detail: 'Answered 200, but not as an ntfy server does.',
      retry: false,
    });
  });

  it.each([
    [500, {}, { reason: 'delivery.provider_rejected', retry: true }],
    [503, { 'retry-after': '7' }, { retry: true, retryAfter: 7_000 }],
    [404, {}, { reason: 'delivery.provider_rejected', retry: false }],
    [302, { location: '/login' }, { detail: 'Answered 302. Redirects are not followed.', retry: false }],
    [403, {}, { reason: 'delivery.provider_rejected', retry: false }],
    [401, {}, { reason: 'delivery.access_refused', retry: false }],
    [413, {}, { reason: 'delivery.too_large', retry: false }],
    [429, { 'retry-after': '30' }, { reason: 'delivery.throttled', retry: true, retryAfter: 30_000 }],
  ])('answered %i', async (status, headers, outcome) => {
    ntfy.fail(status, headers);
    expect(await send()).toMatchObject({ ok: false, ...outcome });
    expect(ntfy.requests).toBe(1);
  });

  it('never reaches a private network', async () => {
    const strict = new OutgoingHttp();
    const there = ntfyChannel({ calls: { http: strict }, server: { clock: { now: () => page().now } } });
    expect(await there.deliver('page', page(), phone(), call)).toMatchObject({ reason: 'delivery.private_address', retry: false });
    strict.close();
    expect(ntfy.requests).toBe(0);
  });
});

describe('an ntfy server with access control', () => {
  beforeEach(() => begin({ token: 'tk_right' }));

  it('takes the page with the right token', async () => {
    expect(await send(page(), 'tk_right')).toMatchObject({ ok: true });
  });

  it.each([
    ['wrong', 'tk_wrong', 'Answered 401 (code 40101).'],
    ['missing', null, 'Answered 403 (code 40301).'],
  ])('refuses it for good with a token that is %s', async (_, token, detail) => {
    expect(await send(page(), token)).toEqual({ ok: false, reason: 'delivery.access_refused', detail, retry: false });
  });
});

describe('an ntfy server that limits requests', () => {
  it('is asked again after 5 seconds, as it does not say when', async () => {
    await begin({ requests: 1 });
    await send();
    expect(await send()).toMatchObject({ reason: 'delivery.throttled', retry: true, retryAfter: 5_000 });
  });

  it('is left alone for a minute after too many wrong tokens from here', async () => {
    await begin();
    ntfy.refuseAll('limitAuth');
    expect(await send()).toMatchObject({ reason: 'delivery.throttled', retry: true, retryAfter: 60_000 });
  });
});

describe('an old ntfy server', () => {
  beforeEach(() => begin({ isOld: true }));

  it('is known by its answer: it gets no updates, which would be further messages, but is told of the end', async () => {
    await send();
    expect(await channel.deliver('update', { page: page(), waiting: 'and 4 more' }, phone(), call)).toMatchObject({
      ok: false,
      retry: false,
    });
    expect(ntfy.requests).toBe(1);
    await channel.deliver('end', { ...end, replaces: pageRef(page()) }, phone(), call);
    expect(ntfy.shown('ana-7f3k').map(({ title, priority }) => [title, priority])).toEqual([
      ['‼ #1042 Disk is full on db-1', 5],
      ['✓ #1042 Disk is full', 2],
    ]);
  });
});
