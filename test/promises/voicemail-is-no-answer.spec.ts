import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const publicUrl = 'https://tocsin.example';
const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const number = '+41791234567';

let stage: Stage;
let bo: Player;
let twilio: TwilioServer;
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
  await stage.ana.api.run('ChangePublicAddress', { url: publicUrl });
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

const ring = async (n: number, summary: string) => {
  await stage.settleFully();
  await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  const call = await twilio.waitForCall(({ twiml }) => twiml.includes(`Alert group ${n}:`));
  await stage.settle();
  return call;
};
const attemptsOf = async (n: number) => (await stage.pagesOf((await stage.getGroup(n)).id, stage.ana)).flatMap(({ attempts }) => attempts);

story('a person with a phone that is called', (chapter) => {
  chapter('proves the number by a code that is read out twice, to whoever presses a key', async () => {
    const { api, personId, methodId } = stage.ana;
    const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
    const { says } = await api.run('AddContactMethod', { kind: 'voice', personId, address: number, rules });
    const contactMethodId = String(says['contactMethodId']);
    const call = await twilio.waitForCall(() => true);
    // a machine that picks up hears no code
    expect(call).toMatchObject({ to: number, twiml: expect.not.stringContaining('Your code') });
    const { body: heard } = await twilio.press(call, '5');
    const [code, again] = [...heard.matchAll(/Your code is ([\d, ]+)\./g)].map(([, digits]) => digits!.replaceAll(', ', ''));
    expect([code, code?.length]).toEqual([again, 6]);
    await stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: code! });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.settle();
  });

  chapter('hears what fires, and acknowledges with 1 while it is said', async () => {
    const call = await ring(1, 'Disk <db-1> & log are full');
    expect(call.twiml).toContain('Alert group 1: Disk db-1 &amp; log are full. Production.');
    expect((await twilio.press(call, '7')).body).toContain('Press 1 to acknowledge');
    expect((await twilio.press(call, '*')).body).toContain('Alert group 1: Disk db-1');
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    expect((await twilio.press(call, '1')).body).toContain('<Say language="en-US">Acknowledged. Good bye.</Say>');
    await twilio.endCall(call, 'completed', 'human');
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    expect(await attemptsOf(1)).toMatchObject([{ kind: 'voice', state: 'sent' }]);
  });

  chapter('is not reached by voicemail: it picks up, and the next method is taken at once', async () => {
    const rings = bo.ringCount;
    const call = await ring(2, 'The queue is long');
    await twilio.endCall(call, '', 'machine_start');
    await twilio.endCall(call, 'completed', 'machine_start');
    await stage.settle();
    expect(await attemptsOf(2)).toMatchObject([{ kind: 'voice', state: 'failed', reason: 'delivery.no_answer' }]);
    await stage.advance('PT1S');
    expect(bo.ringCount).toBeGreaterThan(rings);
    // a machine that turns out to be a person still answers
    expect((await twilio.press(call, '4')).body).toContain('Acknowledged.');
    await stage.settle();
    expect(await stage.getGroup(2)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
  });

  chapter('is not reached by a call that is busy', async () => {
    await stage.advance('PT1H');
    const rings = bo.ringCount;
    const call = await ring(3, 'The door is open');
    await twilio.endCall(call, 'busy');
    await stage.settle();
    expect((await attemptsOf(3))[0]).toMatchObject({ state: 'failed', reason: 'delivery.no_answer' });
    await stage.advance('PT1S');
    expect(bo.ringCount).toBeGreaterThan(rings);
  });

  chapter('resolves with 6, pressed again while it still fires, and the second press means nothing elsewhere', async () => {
    await stage.advance('PT1H');
    const call = await ring(4, 'The window is open');
    const question = await twilio.press(call, '6');
    expect(question.body).toContain('It is still firing. Press 6 again');
    await stage.settle();
    expect(await stage.getGroup(4)).toMatchObject({ status: 'firing' });
    // a key that answers another question
    expect((await twilio.press({ ...call, twiml: question.body }, '1')).body).toContain('Press 1 to acknowledge');
    await stage.settle();
    expect(await stage.getGroup(4)).toMatchObject({ status: 'firing' });
    expect((await twilio.press({ ...call, twiml: question.body }, '6')).body).toContain('Resolved. Good bye.');
    await stage.settle();
    expect(await stage.getGroup(4)).toMatchObject({ status: 'resolved' });
  });

  chapter('gets no more calls after 9 and 9 again; the page takes the next person', async () => {
    await stage.advance('PT1H');
    const rings = bo.ringCount;
    const call = await ring(5, 'The lamp is out');
    const question = await twilio.press(call, '9');
    expect(question.body).toContain('Press 9 again to get no more calls');
    expect((await twilio.press({ ...call, twiml: question.body }, '9')).body).toContain('gets no more calls. Good bye.');
    await stage.settle();
    const { methods } = await stage.getRow('contacts', stage.ana.personId);
    expect(methods.find(({ kind }) => kind === 'voice')).toMatchObject({ verified: false, disabled: { reason: 'delivery.opted_out' } });
    await stage.advance('PT1S');
    expect(bo.ringCount).toBeGreaterThan(rings);
  });
});
