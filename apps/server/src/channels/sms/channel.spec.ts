import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ConnectionHealth } from '../../core/connection-health.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import type { Channel } from '../channel.js';
import { smsChannel } from './channel.js';
import { parseReply } from './grammar.js';
import { cutTo, lengthOf, toGsm7 } from './gsm7.js';

const number = '+41791234567';
const account = { accountSid: 'AC0', authToken: 'of the account' };
const secret = 'S'.repeat(64);
const link = `https://tocsin.example/p/${secret}`;
const vault = new MemoryVault();
vault.putSecret('connection:1', JSON.stringify({ authToken: account.authToken }));
const http = new OutgoingHttp({ allowLoopback: true });
let twilio: TwilioServer;
let isConnected = true;
let isStopped = false;
let settings: Record<string, string> = {};
let publicUrl = 'https://tocsin.example';
let health: unknown[] = [];
/** Set: what the server knows of its connections, by this clock. */
let real: ConnectionHealth | null = null;
let now = page().now;
const useRealHealth = (): ConnectionHealth => (real = new ConnectionHealth(() => now));
let channel: Channel;
/** Beside the connection. */
let others: readonly object[] = [];
let removed: readonly object[] = [];

beforeAll(async () => {
  twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => '' });
  const fields = { baseUrl: twilio.url, accountSid: account.accountSid, sender: '+14155550100' };
  const connection = () => ({
    id: 'c1',
    kind: 'twilio' as const,
    name: 'Twilio',
    fields: { ...fields, ...settings },
    secretRef: 'connection:1',
  });
  channel = smsChannel({
    server: partOf<Parameters<typeof smsChannel>[0]['server']>({
      vault,
      clock: { now: () => page().now },
      reads: {
        endingConnections: { all: () => removed.values() },
        connections: {
          all: () => [...others, ...(isConnected ? [connection()] : [])].values(),
          get: (id) => (id === 'kannel' ? { kind: 'gateway' } : connection()),
        },
        contacts: {
          all: () => [{ id: 'ana', methods: [{ ...contactMethod({ address: number }), kind: 'sms' as const, verified: true }] }].values(),
        },
      },
    }),
    calls: { http },
    address: { url: () => publicUrl },
    connections: {
      begin: (of) => (real ? real.begin(of) : !isStopped),
      isStopped: (of) => (real ? real.isStopped(of) : isStopped),
      onAnswer: (of, answer) => void (real ? real.onAnswer(of, answer) : health.push(answer)),
    },
  });
});
beforeEach(() => {
  [isConnected, isStopped, publicUrl, health, real] = [true, false, 'https://tocsin.example', [], null];
  twilio.accept('*');
  settings = {};
});
afterAll(async () => {
  http.close();
  await twilio.close();
});

const send = (changes: Parameters<typeof page>[0] = {}) =>
  channel.deliver('page', page({ link, ...changes }), contactMethod({ address: number }), { deadlineMs: 5_000 });

describe('an SMS', () => {
  it('has what fired, where, a code to reply and the link, in one part; its provider is asked to give up after five minutes', async () => {
    expect(await send()).toEqual({
      ok: true,
      state: 'sent',
      providerId: expect.stringMatching(/^SM/),
      charge: { unit: 'part', count: 1, connectionId: 'c1', country: '+41' },
    });
    expect(twilio.messages.at(-1)).toMatchObject({
      to: number,
      body: `!! #1042 Disk is full on db-1 (Payments)\nReply 1042A: acknowledge\n${link}`,
      validityPeriod: '300',
      segments: 1,
      callback: `https://tocsin.example/api/channels/sms/${secret}/${page().attemptId}`,
    });
  });

  it.each([
    ['a long title', { title: 'x'.repeat(500) }],
    ['signs of other scripts', { title: '漢字 “quoted” – żółć 👩‍🚒 ✓ Ω {a}|[b]~^\\€' }],
    ['a name that needs them', { serviceName: 'Платежи' }],
    ['a link that leaves no room', { link: `https://${'a'.repeat(120)}.example/p/${secret}` }],
    ['a request for help', { cause: { kind: 'person', by: page().personId }, askedBy: 'Łukasz' }],
    ['no urgency', { urgency: 'low' }],
  ] as const)('is one part with %s', async (_, changes) => {
    await send(changes);
    const { body, segments } = twilio.messages.at(-1)!;
    expect([segments, lengthOf(body) <= 160]).toEqual([1, true]);
    expect(body).toContain('1042');
  });

  it('asks for no reply and has no link where carriers drop them, and comes from the number for its country', async () => {
    settings = { noReplies: '+41', noLinks: '+41', senders: '+41 +41790000000' };
    await send();
    expect(twilio.messages.at(-1)!.body).toBe('!! #1042 Disk is full on db-1 (Payments)');
    await channel.deliver('page', page({ link }), contactMethod({ address: '+447911123456' }), { deadlineMs: 5_000 });
    expect(twilio.messages.at(-1)!.body).toContain(link);
  });

  it('says number and service alone where nothing else may leave the house', async () => {
    settings = { content: 'least' };
    await send({ title: 'The secret plan is on fire' });
    expect(twilio.messages.at(-1)).toMatchObject({ body: `#1042 (Payments)\nReply 1042A: acknowledge\n${link}`, segments: 1 });
    await channel.deliver('bundle', sampleBundle(page({ link })), contactMethod({ address: number }), { deadlineMs: 5_000 });
    expect(twilio.messages.at(-1)!.body).not.toContain('Disk is full');
  });

  it('for several pages, and with a code, is one part too', async () => {
    const to = contactMethod({ address: number });
    await channel.deliver('bundle', sampleBundle(page({ link })), to, { deadlineMs: 5_000 });
    expect(twilio.messages.at(-1)).toMatchObject({ segments: 1, body: expect.stringContaining('!! ') });
    await channel.deliver('code', verificationMessage(), to, { deadlineMs: 5_000 });
    expect(twilio.messages.at(-1)).toMatchObject({ segments: 1, callback: null, body: expect.stringMatching(/^042137 /) });
  });

  it('asks for no reports where the provider can’t call this server: replies are read from its list', async () => {
    publicUrl = 'http://10.0.0.1';
    await send({ link: `http://10.0.0.1/p/${secret}` });
    expect(twilio.messages.at(-1)).toMatchObject({ callback: null });
    expect(twilio.messages.at(-1)!.body).toContain('Reply 1042A');
  });

  it('is sent again without the address for reports when that is refused', async () => {
    publicUrl = 'https://my_host';
    expect(await send()).toMatchObject({ ok: true });
    expect(twilio.messages.at(-1)).toMatchObject({ callback: null });
  });

  it('fails without a call while the connection is left alone', async () => {
    const before = twilio.requests;
    isStopped = true;
    expect(await send()).toMatchObject({ ok: false, reason: 'delivery.connection_stopped', retry: true });
    expect([twilio.requests, health]).toEqual([before, []]);
  });

  it('fails without a call when the connection was removed', async () => {
    const before = twilio.requests;
    isConnected = false;
    expect(await send()).toMatchObject({ ok: false, reason: 'delivery.connection_removed', retry: false });
    expect(twilio.requests).toBe(before);
  });
});

describe('a copy at the provider', () => {
  const sentCopy = async () => {
    const sent = await send();
    return { providerId: sent.ok ? sent.providerId! : '', sentAt: page().now, connectionId: 'c1' };
  };
  const erase = (copy: Parameters<NonNullable<Channel['erase']>>[0]) => channel.erase!(copy, { deadlineMs: 5_000 });

  it('is deleted by its id, and is no failure where it is there no more', async () => {
    const copy = await sentCopy();
    expect([await erase(copy), await erase(copy)]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(twilio.deleted).toEqual([copy.providerId]);
  });

  it('stays where its connection is no more, and is asked for again where the provider fails', async () => {
    const copy = await sentCopy();
    expect(await erase({ ...copy, connectionId: 'another' })).toMatchObject({ reason: 'delivery.connection_removed', retry: false });
    expect(await erase({ ...copy, connectionId: 'kannel' })).toBeNull();
    twilio.refuse('*', 503, 20_500);
    expect(await erase(copy)).toMatchObject({ ok: false, retry: true });
    twilio.refuse('*', 401, 20_003);
    expect(await erase(copy)).toMatchObject({ reason: 'delivery.connection_refused', retry: false });
    expect(twilio.deleted).not.toContain(copy.providerId);
  });
});

describe('a deletion', () => {
  const copyOf = (providerId: string) => ({ providerId, sentAt: page().now, connectionId: 'c1' });
  const firstCopy = async () => {
    const sent = await send();
    return copyOf(sent.ok ? sent.providerId! : '');
  };
  const erase = (copy: ReturnType<typeof copyOf>) => channel.erase!(copy, { deadlineMs: 5_000 });

  it.each([401, 403, 503])('that is answered with %i stops no page', async (status) => {
    const copy = await firstCopy();
    const known = useRealHealth();
    twilio.refuse('*', status, 20_003);
    for (let n = 0; n < 5; n += 1) await erase({ ...copy, providerId: `${copy.providerId}${n}` });
    twilio.accept('*');
    expect([known.stateOf({ id: 'c1', secretRef: 'connection:1' }), await send()]).toMatchObject([null, { ok: true }]);
  });

  it('that nobody answers stops no page', async () => {
    const copy = await firstCopy();
    useRealHealth();
    // nothing listens there
    settings = { baseUrl: 'http://127.0.0.1:1' };
    for (let n = 0; n < 5; n += 1) expect(await erase({ ...copy, providerId: `${copy.providerId}${n}` })).toMatchObject({ ok: false });
    settings = {};
    expect(await send()).toMatchObject({ ok: true });
  });

  it('is not made through a connection that is left alone, and leaves the try that is due to a page', async () => {
    const copy = await firstCopy();
    const known = useRealHealth();
    twilio.refuse('*', 401, 20_003);
    await send();
    twilio.accept('*');
    now = addMillis(now, duration.hour);
    expect(await erase(copy)).toMatchObject({ reason: 'delivery.connection_stopped', retry: true });
    expect(twilio.deleted).not.toContain(copy.providerId);
    expect(known.stateOf({ id: 'c1', secretRef: 'connection:1' })).toMatchObject({ stoppedSince: expect.any(String) });
    expect(await send()).toMatchObject({ ok: true });
    expect(await erase(copy)).toMatchObject({ ok: true });
  });
});

describe('an answer of the provider', () => {
  it.each([
    [401, 20_003, 'delivery.connection_refused', false, 'refused'],
    [400, 21_606, 'delivery.connection_refused', false, 'works'],
    [400, 21_408, 'delivery.connection_refused', false, 'works'],
    [400, 21_211, 'delivery.number_refused', false, 'works'],
    [400, 21_614, 'delivery.number_refused', false, 'works'],
    [400, 21_610, 'delivery.opted_out', false, 'works'],
    [429, 20_429, 'delivery.throttled', true, 'nothing'],
    [400, 21_611, 'delivery.throttled', true, 'nothing'],
    [400, 30_003, 'delivery.provider_rejected', true, 'works'],
    [400, 30_006, 'delivery.provider_rejected', false, 'works'],
    [400, 99_999, 'delivery.provider_rejected', false, 'nothing'],
    [503, 99_999, 'delivery.provider_rejected', true, 'fails'],
    [429, 99_999, 'delivery.throttled', true, 'nothing'],
    [403, 99_999, 'delivery.connection_refused', false, 'refused'],
  ])('%i with code %i is %s', async (status, code, reason, retry, verdict) => {
    twilio.refuse('*', status, code);
    expect(await send()).toEqual({ ok: false, reason, retry, detail: `Answered ${status} (code ${code}).` });
    expect(health).toMatchObject([{ ok: false, verdict, to: number, isRefused: reason === 'delivery.connection_refused' }]);
  });

  it('says when it wants to be asked again', async () => {
    twilio.refuse('*', 429, 20_429, { 'Retry-After': '7' });
    expect(await send()).toMatchObject({ retry: true, retryAfter: 7_000 });
  });
});

describe('a reply', () => {
  it.each([
    ['a', 'acknowledge', null],
    [' ‘A’. ', 'acknowledge', null],
    ['Acknowledged', 'acknowledge', null],
    ['1042a', 'acknowledge', 1_042],
    ['#1042 ack', 'acknowledge', 1_042],
    ['ack #1042', 'acknowledge', 1_042],
    ['1042S', 'answer', 1_042],
    ['resolve', 'resolve', null],
    ['e', 'pass_on', null],
    ['Pass on', 'pass_on', null],
    ['1042E', 'pass_on', 1_042],
    ['pass 7', 'pass_on', 7],
    ['C 7', 'resolve', 7],
  ])('“%s” is understood', (text, act, n) => expect(parseReply(text)).toEqual({ act, number: n }));

  it.each([
    ['aa', 'acknowledge', null],
    [' “1042 Aa”. ', 'acknowledge', 1_042],
    ['CC#7', 'resolve', 7],
  ])('“%s” is about all that the message named', (text, act, n) => expect(parseReply(text)).toEqual({ act, number: n, isForAll: true }));

  it.each(['1aa2', 'aaa', 'ccc', 'ee', 'aacc', '', 'ok thanks', 'I am driving', '1042', '1a2', 'apples', '🙂', 'stop'])(
    '“%s” is none',
    (text) => expect(parseReply(text)).toBeNull(),
  );
});

describe('a STOP in the provider’s list', () => {
  const listedStops = async () => {
    const open = {
      ...partOf<Parameters<NonNullable<Channel['polls']>['read']>[0][number]>({ providerId: 'SM-not-listed' }),
      sentAt: page().now,
    };
    const found: unknown[] = [];
    for await (const { inbound } of channel.polls!.read([open], { deadlineMs: 5_000 })) found.push(inbound);
    return found;
  };

  it('counts when it was meant for a number that pages come from, and says when it was written', async () => {
    settings = { sender: '+14155550100', senders: '+91 +14155550107' };
    const at = new Date(page().now).toUTCString();
    twilio.receive(number, 'STOP', page().now, '+14155550199');
    expect(await listedStops()).toEqual([]);
    twilio.receive(number, 'STOP', page().now, '+14155550107');
    expect(await listedStops()).toMatchObject([{ kind: 'stop', number, at }]);
  });

  it('counts also once a plain gateway sends the SMS, and in the list of an account that was removed', async () => {
    twilio.receive(number, 'STOP', page().now);
    vault.putSecret('connection:2', JSON.stringify({ password: 'of the gateway' }));
    others = [{ id: 'c2', kind: 'gateway', name: 'Kannel', fields: { user: 'tocsin' }, secretRef: 'connection:2' }];
    expect(await listedStops()).toHaveLength(1);
    const old = await TwilioServer.start({ ...account, accountSid: 'AC1', publicUrl: '', localUrl: () => '' });
    const fields = { baseUrl: old.url, accountSid: 'AC1', sender: '+14155550100' };
    const dueAt = addMillis(page().now, duration.day);
    removed = [{ id: 'c0', kind: 'twilio', name: 'Old', fields, secretRef: 'connection:1', removed: { dueAt, plannedBy: '' } }];
    old.receive(number, 'STOP', page().now);
    expect(await listedStops()).toHaveLength(2);
    [others, removed] = [[], []];
    await old.close();
  });
});

describe('the alphabet of an SMS', () => {
  it('has a letter without its accent for one that it lacks, and a question mark for a sign', () => {
    expect(toGsm7('Żółć “é” – 漢 👩‍🚒 …')).toBe('Zolc "é" - ? ? ...');
    expect(toGsm7('àèéùìòÄÖÑÜ€')).toBe('àèéùìòÄÖÑÜ€');
  });

  it('counts signs of its extension twice, and cuts whole signs', () => {
    expect(lengthOf('a€{}')).toBe(7);
    expect(cutTo('€€€€', 7)).toBe('€€...');
    expect(cutTo('abc', 3)).toBe('abc');
  });
});
