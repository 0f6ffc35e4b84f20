import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const number = '+41791234567';

let stage: Stage;
let twilio: TwilioServer;
beforeAll(async () => {
  stage = await Stage.begin();
  twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => stage.tocsin.url });
  await stage.setPolicy([{ page: [stage.ana], wait: 30 }], 2);
  const { api, personId, methodId } = stage.ana;
  const fields = {
    baseUrl: twilio.url,
    accountSid: account.accountSid,
    sender: '+14155550100',
    countries: '+1 +41 +44 +49 +1876',
    authToken: account.authToken,
  };
  await api.run('AddConnection', { kind: 'twilio', name: 'Our Twilio', fields });
  // the SMS first, the phone ten minutes later
  for (const { ruleId } of (await stage.getRow('contacts', personId)).rules) await api.run('RemoveNotificationRule', { personId, ruleId });
  const rules = [{ urgency: 'high' as const, delayMinutes: 0 }];
  const { says } = await api.run('AddContactMethod', { kind: 'sms', personId, address: number, rules });
  await stage.settle();
  const [code] = /^\d{6}/.exec(twilio.messages.at(-1)!.body)!;
  await api.run('VerifyContactMethod', { personId, contactMethodId: String(says['contactMethodId']), code });
  await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: methodId, delayMinutes: 10 });
  await stage.settle();
});
afterAll(async () => {
  await stage.close();
  await twilio.close();
});

const fire = async (n: number, summary: string) => {
  await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  await stage.settle();
};
const acknowledge = async (n: number) => {
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(n)).id });
  await stage.settle();
};
const attemptsOf = async (n: number) => (await stage.pagesOf((await stage.getGroup(n)).id, stage.ana)).flatMap(({ attempts }) => attempts);
const health = async () => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
const state = async () => (await stage.ana.api.request<ConnectionsShown>('GET', '/api/settings/connections')).body.connections[0]!.state;

story('a provider that refuses the account', (chapter) => {
  let stoppedSince: string;

  chapter('is said in health and at the connection, with the time; the next method rings at once', async () => {
    twilio.refuse('*', 401, 20_003);
    await fire(1, 'Disk is full');
    expect(await attemptsOf(1)).toMatchObject([
      { kind: 'sms', state: 'failed', reason: 'delivery.connection_refused' },
      { kind: 'webhook', state: 'delivered' },
    ]);
    stoppedSince = (await state())!.stoppedSince!;
    expect(await state()).toMatchObject({ ok: false, at: stoppedSince });
    const { ok, why } = await health();
    expect({ ok, why }).toEqual({
      ok: false,
      why: expect.arrayContaining([expect.stringContaining(`the connection Our Twilio does not work since ${stoppedSince}`)]),
    });
    await acknowledge(1);
  });

  chapter('is not asked for the next page, which rings by the next method without it', async () => {
    const { requests } = twilio;
    await fire(2, 'The queue is long');
    const attempts = await attemptsOf(2);
    expect(attempts.filter((one) => one.state !== 'queued')).toMatchObject([
      { kind: 'sms', state: 'failed', reason: 'delivery.connection_stopped' },
      { kind: 'webhook', state: 'delivered' },
    ]);
    // beside it, as after each failure that may end
    expect(attempts.filter((one) => one.state === 'queued')).toMatchObject([{ kind: 'sms', because: 'retry' }]);
    expect(twilio.requests).toBe(requests);
    await acknowledge(2);
  });

  chapter('is tried after half a minute, and used again when that message is accepted', async () => {
    twilio.accept('*');
    await stage.advance('PT30S');
    await fire(3, 'Certificates end');
    expect((await attemptsOf(3)).filter(({ kind }) => kind === 'sms')).toMatchObject([{ state: 'sent' }]);
    expect(await state()).toMatchObject({ ok: true, stoppedSince: null });
    expect((await health()).why.filter((one) => one.includes('Our Twilio'))).toEqual([]);
    await acknowledge(3);
  });

  chapter('is used again at once when a test with the stored secret succeeds', async () => {
    twilio.refuse('*', 401, 20_003);
    await stage.advance('PT2M');
    await fire(4, 'The pump stands still');
    expect((await state())!.stoppedSince).not.toBeNull();
    twilio.accept('*');
    const { api } = stage.ana;
    const { connectionId, kind, fields } = (await api.request<ConnectionsShown>('GET', '/api/settings/connections')).body.connections[0]!;
    await api.prove();
    expect((await api.request('POST', '/api/settings/connections/test', { connectionId, kind, fields, to: number })).body).toEqual({
      ok: true,
      why: null,
    });
    expect(await state()).toMatchObject({ ok: true, stoppedSince: null });
  });

  chapter('rings the page that it failed meanwhile, as soon as it works again', async () => {
    twilio.refuse('*', 401, 20_003);
    await stage.advance('PT20M');
    await fire(5, 'The door is open');
    await acknowledge(5);
    await fire(6, 'The roof leaks');
    expect((await attemptsOf(6)).filter(({ state }) => state === 'failed')).toMatchObject([{ reason: 'delivery.connection_stopped' }]);
    twilio.accept('*');
    await stage.advance('PT2M');
    expect((await attemptsOf(6)).filter(({ kind, state }) => kind === 'sms' && state === 'sent')).toMatchObject([{ because: 'retry' }]);
  });
});
