import { story } from '@tocsin/testing/stage/story.js';
import { PushService, type Subscription } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let service: PushService;
let device: Subscription;
let contactMethodId: string;

/** Ana’s phone subscribes, and tells the server so. */
const addDevice = async (label: string): Promise<{ device: Subscription; contactMethodId: string }> => {
  const { api, personId } = stage.ana;
  const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
  const subscription = service.subscribe(body.publicKey);
  const { address, keys } = subscription;
  const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label });
  return { device: subscription, contactMethodId: String(says['contactMethodId']) };
};

beforeAll(async () => {
  service = await PushService.start();
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  ({ device, contactMethodId } = await addDevice('Chrome on Android'));
  const { api, personId, methodId } = stage.ana;
  await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
  for (const urgency of ['high', 'low'] as const)
    await api.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: 0 });
  await stage.setPolicy([{ page: [stage.ana, bo], wait: 5 }]);
});
afterAll(async () => {
  await stage.close();
  await service.close();
});

const secretOf = (n: number): string => {
  const { message } = service.messages.at(n)!;
  if (message.kind !== 'page') throw new Error('it is no page');
  return message.secret;
};
const attemptsOf = async (groupId: string) => (await stage.pagesOf(groupId, stage.ana)).flatMap(({ attempts }) => attempts);

story('a phone that push rings', (chapter) => {
  chapter('is rung by a page that only this device can read, from a server that can be known', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { ttl, urgency, topic, vapid, message } = service.messages[0]!;
    const { id: groupId } = await stage.getGroup();
    expect({ ttl, urgency, topic }).toEqual({ ttl: 300, urgency: 'high', topic: groupId.replaceAll('-', '') });
    expect(vapid).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:.+@/) });
    expect(message).toMatchObject({
      kind: 'page',
      tag: groupId,
      quiet: false,
      title: expect.stringContaining('#1 DiskFull'),
      actions: [{ act: 'acknowledge' }, { act: 'answer' }],
    });
    expect(service.refusedMessages).toEqual([]);
  });

  chapter('says itself that it arrived and was read, for its own page alone', async () => {
    const { id: groupId } = await stage.getGroup();
    const [attempt] = await attemptsOf(groupId);
    const { anonymous: nobody } = stage.tocsin;
    const path = `/api/pages/${secretOf(0)}`;
    const sendReceipt = (receipt: string, attemptId = attempt!.attemptId) =>
      nobody.request('POST', path, { act: 'receipt', attemptId, receipt });
    expect((await sendReceipt('delivered', bo.personId)).status).toBe(202);
    expect(attempt).toMatchObject({ kind: 'push', state: 'sent' });
    expect((await sendReceipt('delivered')).status).toBe(202);
    expect((await sendReceipt('delivered')).status).toBe(202);
    expect((await attemptsOf(groupId))[0]).toMatchObject({ state: 'delivered' });
    await sendReceipt('read');
    await sendReceipt('delivered');
    await stage.settle();
    expect((await attemptsOf(groupId))[0]).toMatchObject({ state: 'read' });
    const receiptEvents = (await stage.getTimeline(groupId)).filter(({ type }) => type === 'AttemptDelivered' || type === 'AttemptRead');
    expect(receiptEvents.map(({ type, meta }) => [type, meta.actor.id, meta.actor.via])).toContainEqual([
      'AttemptRead',
      stage.ana.personId,
      'link:push',
    ]);
    expect((await sendReceipt('sung')).status).toBe(422);
  });

  chapter('shows one notification a group, the newest', async () => {
    await stage.advance('PT6M');
    await stage.advance('PT6M');
    const pages = service.messages.filter(({ message }) => message.kind === 'page');
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.map(({ topic }) => topic)).size).toBe(1);
    expect(service.messagesFor(device.device)).toHaveLength(1);
  });

  chapter('falls silent when somebody else has it, and says who', async () => {
    const { id: groupId } = await stage.getGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    await service.waitFor(({ message }) => message.kind === 'over');
    expect(service.messagesFor(device.device)).toMatchObject([{ kind: 'over', tag: groupId, body: 'Bo acknowledged.' }]);
  });

  chapter('acknowledges by its button, with no session, and takes its notification away', async () => {
    await stage.generic({ summary: 'The queue is long', key: 'queue' });
    const { tocsin } = stage;
    await tocsin.anonymous.request('POST', `/api/pages/${secretOf(-1)}`, { act: 'acknowledge' });
    const group = await stage.getGroup(2);
    expect(group).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    await service.waitFor(({ message }) => message.kind === 'over' && message.tag === group.id);
    expect(service.messagesFor(device.device).map(({ tag }) => tag)).not.toContain(group.id);
  });

  chapter('asks again when the push service asked for patience, not earlier', async () => {
    // within a minute it would wait, to go out with others
    await stage.advance('PT1M');
    service.answer(429, { 'retry-after': '60' });
    await stage.generic({ summary: 'Slow down', key: 'slow' });
    const { id: groupId } = await stage.getGroup(3);
    service.answer(201);
    expect((await attemptsOf(groupId))[0]).toMatchObject({ state: 'failed', reason: 'delivery.throttled' });
    await stage.advance('PT59S');
    expect(service.messages.filter(({ message }) => message.tag === groupId)).toEqual([]);
    await stage.advance('PT2S');
    expect(service.messages.filter(({ message }) => message.tag === groupId)).toHaveLength(1);
    await bo.api.run('ResolveAlertGroup', { groupId });
    await stage.settle();
  });

  chapter('is tried out by itself, without the other methods', async () => {
    const before = service.messages.length;
    await stage.ana.api.run('SendTestAlert', { contactMethodId });
    await stage.settle();
    expect(service.messages.slice(before).map(({ message }) => message)).toMatchObject([
      { kind: 'page', body: expect.stringMatching(/^This is a test\./) },
    ]);
    const { status, body } = await bo.api.request<{ code: string }>('POST', '/api/commands/SendTestAlert', { contactMethodId });
    expect([status, body.code]).toEqual([404, 'contact_method.not_found']);
  });

  chapter(
    'where its person took the permission back, gives way to the next method at once, is not tried again, and its person hears of it by another way',
    async () => {
      const { phone, methodId } = await stage.addPhone(stage.ana.api, false);
      service.forget(device.device);
      await stage.advance('PT1M');
      await stage.generic({ summary: 'The lights are out', key: 'lights' });
      const group = (await stage.listGroups()).at(-1)!;
      expect(phone.pages.map(({ cause, quiet }) => [cause.kind, quiet])).toEqual(
        expect.arrayContaining([
          ['escalation', false],
          ['method_gone', true],
        ]),
      );
      expect(phone.pages.find(({ cause }) => cause.kind === 'method_gone')?.link).toMatch(/\/me$/);
      const { methods } = await stage.ana.api.row('contacts', stage.ana.personId);
      expect(methods.find((one) => one.contactMethodId === contactMethodId)).toMatchObject({
        verified: false,
        disabled: { reason: 'delivery.subscription_gone' },
      });
      await stage.advance('PT20M');
      const laterPages = (await stage.pagesOf(group.id, stage.ana)).filter(({ startedAt }) => startedAt > group.openedAt);
      expect(
        laterPages.flatMap(({ attempts }) => attempts).filter((one) => one.contactMethodId === contactMethodId && one.state === 'sent'),
      ).toEqual([]);
      expect(phone.pages.filter(({ cause }) => cause.kind === 'method_gone')).toHaveLength(1);
      expect(methodId).not.toBe(contactMethodId);
    },
  );

  chapter('where its person took the permission back, rings again once it has told its new address', async () => {
    const { api, personId } = stage.ana;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const renewedSubscription = service.subscribe(body.publicKey);
    await api.run('RenewPushSubscription', {
      personId,
      contactMethodId,
      address: renewedSubscription.address,
      keys: renewedSubscription.keys,
    });
    await stage.settle();
    // active pages of its person are shown here too
    const before = service.messagesFor(renewedSubscription.device);
    expect(before.map((message) => message.kind)).toEqual(before.map(() => 'page'));
    await stage.advance('PT1M');
    await stage.generic({ summary: 'Back again', key: 'back' });
    expect(service.messagesFor(renewedSubscription.device).slice(before.length)).toMatchObject([{ kind: 'page' }]);
  });
});

it('a phone that push rings can’t lead the server into a private network, or be one whose keys are none', async () => {
  const { api, personId } = stage.ana;
  const keys = { p256dh: device.keys.p256dh, auth: device.keys.auth };
  const answerPage = (address: string, with_ = keys) =>
    api.request<{ code: string }>('POST', '/api/commands/AddContactMethod', { kind: 'push', personId, address, keys: with_ });
  expect((await answerPage('https://10.0.0.7/push')).body.code).toBe('outgoing.private_address');
  expect((await answerPage('https://push.example/1', { p256dh: 'short', auth: keys.auth })).body.code).toBe('request.invalid');
});
