import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { GotifyServer } from '@tocsin/testing/channels/gotify/gotify-server.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import type { Channel } from '../channel.js';
import { gotifyChannel } from './channel.js';

let gotify: GotifyServer;
let http: OutgoingHttp;
let channel: Channel;
beforeEach(async () => {
  gotify = await GotifyServer.start({ applicationToken: 'A.secretOfAnasApp', clientToken: 'C.anasClient' });
  http = new OutgoingHttp({ allowLoopback: true });
  channel = gotifyChannel({ calls: { http }, server: { clock: { now: () => page().now } } });
});
afterEach(async () => {
  http.close();
  await gotify.close();
});

const call = { deadlineMs: 5_000 };
const app = (secret: string | null = 'A.secretOfAnasApp') => contactMethod({ address: gotify.url, secret });
const send = (message = page(), to = app()) => channel.deliver('page', message, to, call);

describe('a page by Gotify', () => {
  it('is sent: title, text, the loudest priority, and a tap opens its link', async () => {
    expect(await send()).toEqual({ ok: true, state: 'sent', providerId: '1' });
    expect(gotify.messages[0]).toEqual({
      id: 1,
      title: '‼ #1042 Disk is full on db-1',
      message: expect.stringMatching(/^Payments\nFiring since .*\n3 alerts\nAlso paged: Bo, Chris\n/),
      priority: 10,
      extras: { 'client::notification': { click: { url: 'https://tocsin.example/p/SECRET' } } },
    });
  });

  it('makes no sound when it is quiet; low urgency sounds as usual', async () => {
    await send(page({ quiet: true, cause: { kind: 'resolved' } }));
    await send(page({ urgency: 'low', messageNumber: 2 }));
    expect(gotify.messages.map(({ priority }) => priority)).toEqual([1, 5]);
  });

  it('is one message for several; a code and a warning of owners are sent, too; nothing is taken back', async () => {
    await channel.deliver('bundle', sampleBundle(page()), app(), call);
    await channel.deliver('code', verificationMessage(), app(), call);
    const warning = { subject: 'Pages are late', says: 'By 90 s.', link: 'https://tocsin.example/settings/health', now: page().now };
    await channel.deliver('warning', warning, app(), call);
    expect(gotify.messages.map(({ title }) => title)).toEqual(['‼ 7 alert groups', '042137 is your Tocsin code', 'Pages are late']);
    expect(['update', 'end'].map((kind) => channel.canSend(kind as 'end'))).toEqual([false, false]);
  });

  it('that is refused says whether the token is wrong, or of a client', async () => {
    for (const token of ['A.wrong', '', null])
      expect(await send(page(), app(token))).toEqual({
        ok: false,
        reason: 'delivery.access_refused',
        detail: 'Answered 401.',
        retry: false,
      });
    expect(await send(page(), app('C.anasClient'))).toMatchObject({
      reason: 'delivery.access_refused',
      detail: 'Answered 400. It needs the token of an application.',
    });
  });

  it.each([
    [400, {}, { reason: 'delivery.provider_rejected', retry: false }],
    [404, {}, { reason: 'delivery.provider_rejected', retry: false }],
    [302, {}, { reason: 'delivery.provider_rejected', retry: false }],
    [429, {}, { reason: 'delivery.throttled', retry: true }],
    [503, {}, { reason: 'delivery.provider_rejected', retry: true }],
    [
      200,
      { hello: 'I am a proxy' },
      { reason: 'delivery.provider_rejected', retry: false, detail: expect.stringContaining('not as a Gotify') },
    ],
  ])('answered %i is not sent', async (status, body, outcome) => {
    gotify.fail(status, body);
    expect(await send()).toMatchObject({ ok: false, ...outcome });
  });

  it('is perhaps delivered when the server hangs', async () => {
    gotify.hang();
    expect(await channel.deliver('page', page(), app(), { deadlineMs: 1_000 })).toMatchObject({
      reason: 'delivery.outcome_unknown',
      retry: true,
    });
  });
});
