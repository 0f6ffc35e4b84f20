import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { PushoverServer } from '@tocsin/testing/channels/pushover/pushover-server.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import type { AccountAnswer } from '../../core/connection-health.js';
import type { Channel } from '../channel.js';
import type { OpenMessage, Polled } from '../polls.js';
import { pushoverChannel } from './channel.js';
import type { PushoverDependencies } from './polls.js';

const apiToken = 'a'.repeat(30);
const ana = 'u'.repeat(30);
let pushover: PushoverServer;
let http: OutgoingHttp;
let channel: Channel;
let answers: AccountAnswer[];
let isConnected: boolean;
beforeEach(async () => {
  pushover = await PushoverServer.start({ apiToken });
  pushover.addUser(ana);
  http = new OutgoingHttp({ allowLoopback: true });
  [answers, isConnected] = [[], true];
  const vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify({ apiToken }));
  const connection = { id: 'p', kind: 'pushover' as const, name: 'Pushover', fields: { baseUrl: pushover.url }, secretRef: 'connection:1' };
  channel = pushoverChannel({
    calls: { http },
    server: partOf<PushoverDependencies['server']>({
      vault,
      reads: { connections: { all: () => (isConnected ? [connection] : []).values() } },
    }),
    connections: { begin: () => true, isStopped: () => false, onAnswer: (_, answer) => void answers.push(answer) },
  });
});
afterEach(async () => {
  http.close();
  expect(pushover.errors).toEqual([]);
  await pushover.close();
});

const call = { deadlineMs: 5_000 };
const to = contactMethod({ address: ana, secret: null });
const send = (message = page()) => channel.deliver('page', message, to, call);
const end = (message = page()) =>
  channel.deliver(
    'end',
    {
      replaces: { tag: '', messageId: `${message.pageId}-${message.messageNumber}` },
      number: 1,
      title: '',
      groupLink: '',
      says: '',
      close: true,
    },
    to,
    call,
  );

describe('a page by Pushover', () => {
  it('of high urgency rings every minute until it is confirmed, at most for five minutes, and a tap opens its link', async () => {
    expect(await send()).toEqual({ ok: true, state: 'sent', providerId: pushover.messages[0]!.receipt });
    expect(pushover.messages[0]).toMatchObject({
      title: '‼ #1042 Disk is full on db-1',
      message: expect.stringMatching(/^Payments\n/),
      priority: '2',
      retry: 60,
      expire: 300,
      url: 'https://tocsin.example/p/SECRET',
    });
  });

  it('rings until the next rule of its person, which may be another phone', async () => {
    await send(page({ nextAt: new Date(Date.parse(page().now) + 120_000).toISOString() }));
    await send(page({ nextAt: page().now, messageNumber: 2 }));
    expect(pushover.messages.map(({ expire }) => expire)).toEqual([120, 60]);
  });

  it('of low urgency is a usual message, a quiet one makes no sound, and several are one that nobody has to confirm', async () => {
    await send(page({ urgency: 'low' }));
    await send(page({ quiet: true, cause: { kind: 'resolved' } }));
    await channel.deliver('bundle', sampleBundle(page()), to, call);
    await channel.deliver('code', verificationMessage(), to, call);
    expect(pushover.messages.map(({ priority, receipt }) => [priority, receipt])).toEqual([
      ['0', null],
      ['-1', null],
      ['1', null],
      ['0', null],
    ]);
  });

  it('is taken however long its texts are', async () => {
    expect(await send(page({ title: '💥'.repeat(400), serviceName: '💥'.repeat(2_000) }))).toMatchObject({ ok: true });
  });

  it('is the only emergency of its person: a newer one takes its place; it ends with its page', async () => {
    await send();
    const release = pushover.holdCancellations();
    // the page is not kept back by the one before it
    expect(await send(page({ messageNumber: 2 }))).toMatchObject({ ok: true });
    expect(pushover.messages.map(({ state }) => state)).toEqual(['ringing', 'ringing']);
    release();
    await pushover.waitForCancellation(pushover.messages[0]!.receipt);
    expect(pushover.messages.map(({ state }) => state)).toEqual(['cancelled', 'ringing']);
    expect(await end(page({ messageNumber: 2 }))).toMatchObject({ ok: true });
    expect(pushover.messages.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('is answered by its confirmation; its delivery is a receipt', async () => {
    await send();
    const [message] = pushover.messages;
    const open: OpenMessage = {
      groupId: 'g',
      personId: 'p',
      attemptId: 'a1',
      providerId: message!.receipt!,
      secret: 'S',
      act: 'acknowledge',
      isDelivered: false,
      sentAt: page().now,
    };
    const read = async () => {
      const found: Polled[] = [];
      for await (const polled of channel.polls!.read([open], call)) found.push(polled);
      return found;
    };
    expect(await read()).toEqual([]);
    pushover.deliver(message!);
    expect(await read()).toEqual([{ inbound: { kind: 'receipt', receipt: 'delivered', secret: 'S', attemptId: 'a1' } }]);
    pushover.confirm(message!);
    expect(await read()).toEqual([{ inbound: { kind: 'act', act: 'acknowledge', secret: 'S', key: `pushover ${message!.receipt!}` } }]);
  });

  it('fails where the connection was removed, and to a user who is gone', async () => {
    pushover.removeUser(ana);
    expect(await send()).toMatchObject({ reason: 'delivery.account_gone', detail: 'Pushover answered 400: the user key is invalid.' });
    isConnected = false;
    expect(await send()).toMatchObject({ reason: 'delivery.connection_removed', retry: false });
  });

  it('is refused to everybody once the token is, or its messages are used up', async () => {
    pushover.useUp();
    expect(await send()).toMatchObject({ reason: 'delivery.throttled', retry: false });
    pushover.revoke();
    expect(await send()).toMatchObject({ reason: 'delivery.connection_refused', retry: false });
    expect(answers.map(({ verdict }) => verdict)).toEqual(['works', 'refused']);
  });

  it.each([
    [503, '', { reason: 'delivery.provider_rejected', retry: true, retryAfter: 5_000 }],
    [200, 'I am a proxy', { reason: 'delivery.provider_rejected', retry: false, detail: 'Answered 200, but not as Pushover does.' }],
    [400, JSON.stringify({ status: 0, errors: [apiToken] }), { reason: 'delivery.provider_rejected', retry: false }],
  ])('answered %i is not sent, and nothing of the answer is told', async (status, body, outcome) => {
    pushover.answerNext(status, body);
    const sent = await send();
    expect(sent).toMatchObject({ ok: false, ...outcome });
    expect(JSON.stringify([sent, answers])).not.toContain(apiToken);
  });
});
