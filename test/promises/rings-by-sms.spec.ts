import type { ConnectionsShown, ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const publicUrl = 'https://tocsin.example';
const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const [number, other] = ['+41791234567', '+41797654321'];

let stage: Stage;
let bo: Player;
let twilio: TwilioServer;
let connectionId: string;
beforeAll(async () => {
  stage = await Stage.begin();
  twilio = await TwilioServer.start({ ...account, publicUrl, localUrl: () => stage.tocsin.url });
  bo = await stage.addPerson('Bo');
  await stage.setPolicy(
    [
      { page: [stage.ana], wait: 5 },
      { page: [bo], wait: 5 },
    ],
    2,
  );
});
afterAll(async () => {
  await stage.close();
  await twilio.close();
});

const fields = () => ({ baseUrl: twilio.url, accountSid: account.accountSid, sender: '+14155550100', countries: '+1 +41 +44 +49 +1876' });
const addSms = async (address: string): Promise<string> => {
  const { api, personId } = stage.ana;
  const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
  const { says } = await api.run('AddContactMethod', { kind: 'sms', personId, address, rules });
  await stage.settle();
  return String(says['contactMethodId']);
};
const attemptsOf = async (n: number) => (await stage.pagesOf((await stage.getGroup(n)).id, stage.ana)).flatMap(({ attempts }) => attempts);
const open = async (n: number, summary: string) => {
  await stage.settleFully();
  await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  return twilio.waitFor(({ body }) => body.includes(`#${n} `));
};

story('a person with a phone that gets SMS', (chapter) => {
  chapter('can’t be added while nothing sends SMS, and nobody else than owners and admins sets it up', async () => {
    const { api, personId } = stage.ana;
    expect(await api.expectRefusal('AddContactMethod', { kind: 'sms', personId, address: number })).toMatchObject({
      code: 'connection.not_set_up',
    });
    expect(await bo.api.request('GET', '/api/settings/connections')).toMatchObject({ status: 403 });
    expect(await bo.api.request('GET', '/api/contact-card')).toMatchObject({ status: 404, body: { code: 'contact_card.no_number' } });
  });

  chapter('is set up on a screen: tested as it is typed, and the token is in no event and is never shown again', async () => {
    const { api } = stage.ana;
    await api.run('ChangePublicAddress', { url: publicUrl });
    const test = (authToken?: string, id: string | null = null) =>
      api.request<ConnectionTestResult>('POST', '/api/settings/connections/test', {
        connectionId: id,
        kind: 'twilio',
        fields: { ...fields(), ...(authToken === undefined ? {} : { authToken }) },
        to: number,
      });
    expect((await test('wrong')).body).toEqual({ ok: false, why: expect.stringContaining('check the connection') });
    expect((await test(account.authToken)).body).toEqual({ ok: true, why: null });
    const { says } = await api.run('AddConnection', {
      kind: 'twilio',
      name: 'Twilio',
      fields: { ...fields(), authToken: account.authToken },
    });
    connectionId = String(says['connectionId']);
    expect((await test(undefined, connectionId)).body).toEqual({ ok: true, why: null });
    const elsewhere = { connectionId, kind: 'twilio', name: 'Twilio', fields: { ...fields(), baseUrl: 'http://127.0.0.1:9' } } as const;
    expect(await api.expectRefusal('ChangeConnection', elsewhere)).toMatchObject({ code: 'connection.secret_missing' });
    const seen = [await api.events('connections'), (await api.request('GET', '/api/settings/connections')).body];
    expect(JSON.stringify(seen)).toContain(account.accountSid);
    expect(JSON.stringify(seen)).not.toContain(account.authToken);
  });

  chapter('gets a contact card of the number, for their phone to let it through', async () => {
    const card = (version = '') =>
      fetch(`${stage.tocsin.url}/api/contact-card${version}`, { headers: { authorization: `Bearer ${bo.api.token}` } });
    const answer = await card();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/vcard; charset=utf-8']);
    expect(await answer.text()).toContain('TEL;TYPE=CELL,VOICE:+14155550100');
    expect(await (await card('?version=4.0')).text()).toContain('tel:+14155550100');
    expect((await card('?version=2.1')).status).toBe(422);
  });

  chapter('proves the number by a code that is sent to it', async () => {
    const { api, personId, methodId } = stage.ana;
    const contactMethodId = await addSms('+41 79 123 45 67');
    const [code] = /^\d{6}/.exec(twilio.messages.at(-1)!.body)!;
    expect(twilio.messages.at(-1)).toMatchObject({ to: number, callback: null, segments: 1 });
    await api.run('VerifyContactMethod', { personId, contactMethodId, code });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.settle();
  });

  chapter('rings by SMS and I answer a', async () => {
    const sms = await open(1, 'Disk ‘db-1’ is full — 漢字 ✓');
    expect(sms).toMatchObject({ to: number, segments: 1, validityPeriod: '300' });
    expect(sms.body).toMatch(/#1 Disk 'db-1' is full - \?\? OK[^]*Reply 1A: acknowledge\nhttps:\/\/tocsin\.example\/p\/[\w-]{64}$/);
    await stage.settle();
    expect(await attemptsOf(1)).toMatchObject([{ kind: 'sms', state: 'sent' }]);
    expect((await twilio.reply(number, 'a')).messages).toEqual([expect.stringMatching(/^Acknowledged: #1 Disk/)]);
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    const { id } = await stage.getGroup();
    expect((await stage.getTimeline(id)).find(({ type }) => type === 'AlertGroupAcknowledged')!.meta.actor).toMatchObject({
      id: stage.ana.personId,
      via: 'link:sms',
    });
  });

  chapter('believes reports in any order, and more than once', async () => {
    const sms = twilio.messages.at(-1)!;
    for (const status of ['delivered', 'sent', 'delivered', 'undelivered']) await twilio.report(sms, status);
    await stage.settle();
    expect(await attemptsOf(1)).toMatchObject([{ state: 'delivered' }]);
  });

  chapter('is not answered by a reply of somebody else’s number, by a wrong signature, or by a word for the provider', async () => {
    await open(2, 'The queue is long');
    await stage.settle();
    expect(await twilio.reply(other, 'a')).toMatchObject({ status: 200, messages: [] });
    expect(await twilio.reply(other, '2a')).toMatchObject({ status: 200, messages: [] });
    expect(await twilio.reply(number, 'a', { signedBy: 'another' })).toMatchObject({ status: 403 });
    expect(await twilio.reply(number, 'HELP', { OptOutType: 'HELP' })).toMatchObject({ status: 200, messages: [] });
    expect(await twilio.reply(other, 'STOP')).toMatchObject({ status: 200, messages: [] });
    await stage.settle();
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
  });

  chapter('is asked which one when two wait, and a repeated reply acts once', async () => {
    await stage.advance('PT2M');
    await open(3, 'Certificates end');
    await stage.settle();
    const { messages } = await twilio.reply(number, 'ack');
    expect(messages).toEqual([expect.stringMatching(/^2 pages wait\. Reply 2A: The queue is long\. 3A: Certificates end/)]);
    expect((await twilio.reply(number, ' “3 A” ', { sid: 'SM3' })).messages).toEqual(['Acknowledged: #3 Certificates end']);
    await stage.settle();
    expect((await twilio.reply(number, ' “3 A” ', { sid: 'SM3' })).messages).toEqual(['Acknowledged: #3 Certificates end']);
    expect((await twilio.reply(number, '9a')).messages).toEqual(['No page for #9 was sent to this number.']);
    // the provider repeats its call, and lists the reply that it has handed over: that is no second one
    for (const sid of ['SM3C', 'SM3C'])
      expect((await twilio.reply(number, '3c', { sid })).messages).toEqual(['Still firing: reply 3C again to resolve #3 Certificates end']);
    await stage.settle();
    expect(await stage.getGroup(3)).toMatchObject({ status: 'acknowledged' });
    expect((await twilio.reply(number, '3c')).messages).toEqual(['Resolved: #3 Certificates end']);
    await stage.settle();
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
    expect(await stage.getGroup(3)).toMatchObject({ status: 'resolved' });
    const { body } = await stage.ana.api.request<{ readonly now: string }>('GET', '/api/health');
    const sid = twilio.receive(number, '2c', body.now);
    await stage.advance('PT10S');
    await twilio.waitFor(({ body: text }) => text === 'Still firing: reply 2C again to resolve #2 The queue is long');
    expect((await twilio.reply(number, '2c', { sid })).messages).toEqual([]);
    await stage.settle();
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
    expect((await twilio.reply(number, 'a')).messages).toEqual(['Acknowledged: #2 The queue is long']);
    await stage.settle();
  });

  chapter('goes to the next person at once when the provider can’t deliver it', async () => {
    const sms = await open(4, 'The lights are out');
    await stage.settle();
    const rings = bo.ringCount;
    await twilio.report(sms, 'undelivered', 30_003);
    await twilio.report(sms, 'undelivered', 30_003);
    await stage.settle();
    expect(await attemptsOf(4)).toMatchObject([{ state: 'failed', reason: 'delivery.provider_rejected' }]);
    await stage.advance('PT1S');
    expect(bo.ringCount).toBeGreaterThan(rings);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(4)).id });
  });

  chapter('answers all that one message named by the code of any of them, resolves them by another, and nobody else does', async () => {
    for (const n of [1, 2, 4]) await bo.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(n)).id });
    await stage.advance('PT1H');
    await open(5, 'The first of many');
    await stage.settle();
    for (const n of [6, 7]) await stage.generic({ summary: `Another ${n}`, key: `k${n}`, severity: 'critical' });
    await stage.settle();
    await stage.advance('PT1M');
    await stage.settleFully();
    const bundle = await twilio.waitFor(({ body }) => body.includes('Reply 6AA: acknowledge all'));
    expect(bundle).toMatchObject({ to: number, segments: 1 });
    await stage.settle();
    const answers = async (text: string, sid?: string) => (await twilio.reply(number, text, sid ? { sid } : {})).messages;
    expect((await twilio.reply(other, '6aa')).messages).toEqual([]);
    expect(await answers('aa')).toEqual([expect.stringMatching(/^Reply 6AA: all 2\. 5A: The first of many/)]);
    expect(await answers('99aa')).toEqual(['No page for #99 was sent to this number.']);
    // sent again alone since: what the message for all promised still holds
    const [page] = await stage.pagesOf((await stage.getGroup(7)).id, stage.ana);
    const resend = { groupId: (await stage.getGroup(7)).id, pageId: page!.pageId, messageId: page!.attempts[0]!.slot };
    await bo.api.run('ResendMessage', resend);
    await twilio.waitFor(({ body }) => body.includes('Reply 7A: acknowledge'));
    await stage.settle();
    expect(await answers(' “7 aA” ', 'SM7')).toEqual(['Acknowledged: all 2 with #7']);
    expect(await answers(' “7 aA” ', 'SM7')).toEqual(['Acknowledged: all 2 with #7']);
    await stage.settle();
    const states = () => Promise.all([5, 6, 7].map(async (n) => (await stage.getGroup(n)).status));
    expect(await states()).toEqual(['firing', 'acknowledged', 'acknowledged']);
    expect(await answers('6CC')).toEqual(['Still firing: reply 6CC again to resolve all 2 with #6']);
    expect(await answers('cc 6')).toEqual(['Resolved: all 2 with #6']);
    await stage.settle();
    expect(await states()).toEqual(['firing', 'resolved', 'resolved']);
    expect(await answers('6aa')).toEqual(['No page for #6 was sent to this number.']);
    // the one that went out alone is all that its message named
    expect(await answers('5aa')).toEqual(['Acknowledged: #5 The first of many']);
    await stage.settle();
  });

  chapter('is not tried again once the number has opted out', async () => {
    twilio.refuse(number, 400, 21_610);
    await stage.advance('PT1H');
    await stage.generic({ summary: 'The door is open', key: 'k8', severity: 'critical' });
    await stage.advance('PT6M');
    const { methods } = await stage.getRow('contacts', stage.ana.personId);
    expect(methods.find(({ kind }) => kind === 'sms')).toMatchObject({ verified: false, disabled: { reason: 'delivery.opted_out' } });
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(8)).id });
    twilio.accept(number);
  });

  chapter('is told that nothing sends SMS any more when the connection is removed', async () => {
    const { api, personId } = stage.ana;
    const contactMethodId = await addSms(other);
    const [code] = /^\d{6}/.exec(twilio.messages.at(-1)!.body)!;
    await api.run('VerifyContactMethod', { personId, contactMethodId, code });
    const { body } = await api.request<ConnectionsShown>('GET', '/api/settings/connections');
    expect(body.connections).toMatchObject([{ connectionId, people: 1, state: { ok: true }, inbound: `${publicUrl}/api/channels/sms` }]);
    await api.prove();
    await api.run('RemoveConnection', { connectionId });
    await stage.settleFully();
    await stage.generic({ summary: 'The pump stands still', key: 'k9', severity: 'critical' });
    await stage.advance('PT1M');
    expect(await attemptsOf(9)).toMatchObject([{ state: 'failed', reason: 'delivery.connection_removed' }]);
  });
});
