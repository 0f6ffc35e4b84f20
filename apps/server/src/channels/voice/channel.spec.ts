import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { contactMethod, page } from '../../deliveries/message.fixture.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import { voiceChannel } from './channel.js';

const account = { accountSid: 'AC0', authToken: 'of the account' };
const link = `https://tocsin.example/p/${'S'.repeat(64)}`;
const vault = new MemoryVault();
vault.putSecret('connection:1', JSON.stringify({ authToken: account.authToken }));
const http = new OutgoingHttp({ allowLoopback: true });
let twilio: TwilioServer;
let publicUrl: string;
let sender: string;

beforeAll(async () => {
  twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => '' });
});
beforeEach(() => {
  [publicUrl, sender] = ['https://tocsin.example', '+14155550100'];
});
afterAll(async () => {
  http.close();
  await twilio.close();
});

const channel = () => {
  const fields = { baseUrl: twilio.url, accountSid: account.accountSid, sender };
  const connection = { id: 'c1', kind: 'twilio' as const, name: 'Twilio', fields, secretRef: 'connection:1' };
  return voiceChannel({
    server: partOf<Parameters<typeof voiceChannel>[0]['server']>({
      vault,
      clock: { now: () => page().now },
      reads: { endingConnections: { all: () => [].values() }, connections: { all: () => [connection].values() } },
    }),
    calls: { http },
    address: { url: () => publicUrl },
    connections: { begin: () => true, isStopped: () => false, onAnswer: () => undefined },
  });
};
const call = (changes: Parameters<typeof page>[0] = {}) =>
  channel().deliver('page', page({ link, ...changes }), contactMethod({ address: '+41791234567' }), { deadlineMs: 5_000 });

describe('a call', () => {
  it('says twice what fires and what to press, all of it while a digit is awaited', async () => {
    expect(await call()).toEqual({
      ok: true,
      state: 'sent',
      providerId: expect.stringMatching(/^CA/),
      charge: { unit: 'minute', count: 1, connectionId: 'c1', country: '+41' },
    });
    const { twiml, callback } = twilio.calls.at(-1)!;
    const said = [...twiml.matchAll(/<Say[^>]*>(.*?)<\/Say>/g)].map(([, text]) => text);
    const text = 'This is Tocsin. Alert group 1042: Disk is full on db-1. Payments.';
    const keys = 'Press 1 to acknowledge, 2 to pass it on, 6 to resolve, star to repeat.';
    expect(said).toEqual([text, keys, text, keys]);
    expect(callback).toBe(`https://tocsin.example/api/channels/voice/${'S'.repeat(64)}/${page().attemptId}`);
  });

  it.each([
    ['markup and emoji', { title: '</Say><Hangup/> & "x" 👩‍🚒' }],
    ['a title without end', { title: 'x'.repeat(5_000) }],
  ])('is taken by the provider with %s', async (_, changes) => {
    expect(await call(changes)).toMatchObject({ ok: true });
    expect(twilio.calls.at(-1)!.twiml).not.toContain('<Hangup/>');
  });

  it('for several pages says how many, and the first', async () => {
    await channel().deliver('bundle', sampleBundle(page({ link })), contactMethod({ address: '+41791234567' }), { deadlineMs: 5_000 });
    expect(twilio.calls.at(-1)!.twiml).toMatch(/This is Tocsin\. \d+ alert groups\. .*The first is 1042: /);
  });

  it('asks for no digit where the provider can’t call this server', async () => {
    publicUrl = 'http://10.0.0.1';
    await call();
    expect(twilio.calls.at(-1)).toMatchObject({ callback: null, twiml: expect.not.stringContaining('Gather') });
  });

  it('needs a phone number as its sender: the connection is refused without a call', async () => {
    const before = twilio.requests;
    sender = `MG${'0'.repeat(32)}`;
    expect(await call()).toMatchObject({ ok: false, reason: 'delivery.connection_refused', retry: false });
    expect(twilio.requests).toBe(before);
  });

  it('of a drill is hung up before a real one to the same number', async () => {
    const voice = channel();
    const send = (to: string, drill: object) =>
      voice.deliver('page', page({ link, ...drill }), contactMethod({ address: to }), { deadlineMs: 5_000 });
    const sent = twilio.calls.length;
    // the drill’s is still being placed
    const ofDrill = send('+41791234568', { drill: true });
    await Promise.all([ofDrill, send('+41791234568', {}), send('+41791234569', {})]);
    const drilled = twilio.calls.slice(sent).find(({ to }) => to === '+41791234568');
    expect(twilio.hungUp).toEqual([drilled!.sid]);
    expect(drilled!.sid).toBe(((await ofDrill) as { providerId: string }).providerId);
    await send('+41791234568', {});
    expect(twilio.hungUp).toHaveLength(1);
  });

  it('warns nobody about the installation', () => expect(channel().canSend('warning')).toBe(false));
});
