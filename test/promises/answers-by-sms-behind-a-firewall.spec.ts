import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const number = '+41791234567';

let stage: Stage;
let bo: Player;
let twilio: TwilioServer;
beforeAll(async () => {
  stage = await Stage.begin();
  // no public address: it calls nobody back
  twilio = await TwilioServer.start({ ...account, publicUrl: '', localUrl: () => '' });
  bo = await stage.addPerson('Bo');
  await stage.setPolicy(
    [
      { page: [stage.ana], wait: 5 },
      { page: [bo], wait: 5 },
    ],
    2,
  );
  const fields = {
    baseUrl: twilio.url,
    accountSid: account.accountSid,
    sender: '+14155550100',
    countries: '+1 +41 +44 +49 +1876',
    authToken: account.authToken,
  };
  await stage.ana.api.run('AddConnection', { kind: 'twilio', name: 'Twilio', fields });
});
afterAll(async () => {
  await stage.close();
  await twilio.close();
});

const sent = (text: string) => twilio.waitFor(({ to, body }) => to === number && body.includes(text));
const open = async (n: number, summary: string) => {
  await stage.settleFully();
  await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  await stage.settle();
};
const receive = async (text: string) => {
  const { body } = await stage.ana.api.request<{ readonly now: string }>('GET', '/api/health');
  return twilio.receive(number, text, body.now);
};
const link = async (kind: 'sms' | 'voice', code: () => Promise<string>): Promise<string> => {
  const { api, personId } = stage.ana;
  const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
  const contactMethodId = String((await api.run('AddContactMethod', { kind, personId, address: number, rules })).says['contactMethodId']);
  await api.run('VerifyContactMethod', { personId, contactMethodId, code: await code() });
  return contactMethodId;
};

let sms: string;

story('a person who is paged by SMS while nothing outside can call Tocsin', (chapter) => {
  chapter('is told to reply, and acknowledges by the word alone, which Tocsin reads from the provider’s list', async () => {
    sms = await link('sms', async () => /\d{6}/.exec((await sent('is your Tocsin code')).body)![0]);
    const { api, personId, methodId } = stage.ana;
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await open(1, 'Disk is full');
    expect(await sent('#1 ')).toMatchObject({ callback: null, body: expect.stringContaining('Reply 1A: acknowledge') });
    await stage.advance('PT10S');
    expect(await stage.getGroup(1)).toMatchObject({ status: 'firing' });
    await receive('a');
    await stage.advance('PT10S');
    await stage.settle();
    expect(await stage.getGroup(1)).toMatchObject({ status: 'acknowledged', holder: { personId } });
    expect(await sent('Acknowledged: #1 Disk is full')).toMatchObject({ segments: 1 });
  });

  chapter('is answered once, and nothing is asked while no page waits', async () => {
    const [before, reads] = [twilio.messages.length, twilio.reads];
    await stage.advance('PT2M');
    expect([twilio.messages.length, twilio.reads]).toEqual([before, reads]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
  });

  chapter('acts neither by a reply from before their page, nor by what a stranger wrote', async () => {
    await open(2, 'The queue is long');
    await sent('#2 ');
    twilio.receive('+41790000000', 'a', '2000-01-01T00:00:00.000Z');
    await stage.advance('PT10S');
    const { body } = await stage.ana.api.request<{ readonly now: string }>('GET', '/api/health');
    twilio.receive('+41790000000', '2A', body.now);
    await stage.advance('PT10S');
    await stage.settle();
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
    await receive('hello?');
    await stage.advance('PT10S');
    await sent('Not understood. Reply 2A');
  });

  chapter('is not believed to answer a later page by what they wrote before it, also after a restart', async () => {
    await open(3, 'The lights are out');
    await sent('#3 ');
    await receive('a');
    await stage.advance('PT10S');
    await sent('2 pages wait.');
    await receive('2a');
    await receive('4a');
    await stage.advance('PT10S');
    await sent('Acknowledged: #2 The queue is long');
    await sent('No page for #4');
    await open(4, 'The door is open');
    await sent('#4 ');
    await stage.restart();
    await stage.advance('PT10S');
    // the list was read again
    await sent('Reply 3A: The lights are out');
    for (const n of [3, 4]) expect(await stage.getGroup(n)).toMatchObject({ status: 'firing' });
    for (const n of [2, 3, 4]) await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(n)).id });
  });

  chapter('is heard by every number that a messaging service pages from, and by no other of the account', async () => {
    const { body } = await stage.ana.api.request<ConnectionsShown>('GET', '/api/settings/connections');
    const [{ connectionId }] = body.connections as [ConnectionsShown['connections'][number]];
    const fields = {
      baseUrl: twilio.url,
      accountSid: account.accountSid,
      sender: `MG${'0'.repeat(32)}`,
      countries: '+41',
      authToken: account.authToken,
    };
    await stage.ana.api.run('ChangeConnection', { connectionId, kind: 'twilio', name: 'Twilio', fields });
    await open(5, 'The pump stands still');
    await sent('#5 ');
    const { body: health } = await stage.ana.api.request<{ readonly now: string }>('GET', '/api/health');
    twilio.receive(number, '5a', health.now, '+14155550199');
    await stage.advance('PT10S');
    await stage.settle();
    expect(await stage.getGroup(5)).toMatchObject({ status: 'firing' });
    await receive('5a');
    await stage.advance('PT10S');
    await sent('Acknowledged: #5');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(5)).id });
    await stage.ana.api.run('ChangeConnection', {
      connectionId,
      kind: 'twilio',
      name: 'Twilio',
      fields: { ...fields, sender: '+14155550100', countries: '+1 +41 +44 +49 +1876' },
    });
  });

  chapter('keeps their number when STOP was meant for another number of the company, and has it back by a code', async () => {
    const { api, personId } = stage.ana;
    const method = async () => (await stage.getRow('contacts', personId)).methods.find(({ contactMethodId }) => contactMethodId === sms);
    const { body: health } = await api.request<{ readonly now: string }>('GET', '/api/health');
    await open(6, 'The fan is loud');
    await sent('#6 ');
    twilio.receive(number, 'STOP', health.now, '+14155550199');
    await stage.advance('PT10S');
    await stage.settle();
    expect(await method()).toMatchObject({ verified: true });
    await receive('STOP');
    await stage.advance('PT10S');
    await stage.settle();
    expect(await method()).toMatchObject({ verified: false, disabled: { reason: 'delivery.opted_out' } });
    const before = twilio.messages.length;
    await api.run('AskVerification', { personId, contactMethodId: sms });
    const { body } = await twilio.waitFor((one) => twilio.messages.indexOf(one) >= before && /^\d{6} /.test(one.body));
    await api.run('VerifyContactMethod', { personId, contactMethodId: sms, code: body.slice(0, 6) });
    expect(await method()).toMatchObject({ verified: true, verifiedAt: expect.any(String) as string });
    await api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(6)).id });
  });

  chapter('is not reached by a call that nobody takes: the next person is paged as soon as it ended', async () => {
    await link('voice', async () => {
      const { twiml } = await twilio.waitForCall(() => true);
      return /Your code is ([\d, ]+)\./.exec(twiml)![1]!.replaceAll(', ', '');
    });
    await stage.ana.api.run('RemoveContactMethod', { personId: stage.ana.personId, contactMethodId: sms });
    await open(7, 'The roof leaks');
    const call = await twilio.waitForCall(({ twiml }) => twiml.includes('Alert group 7:'));
    await stage.settle();
    const rings = bo.ringCount;
    await stage.advance('PT10S');
    expect(bo.ringCount).toBe(rings);
    twilio.endCallSilently(call, 'no-answer');
    await stage.advance('PT10S');
    await stage.settle();
    expect(bo.ringCount).toBeGreaterThan(rings);
  });
});
