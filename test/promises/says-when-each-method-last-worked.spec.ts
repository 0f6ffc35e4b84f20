import { story } from '@tocsin/testing/stage/story.js';
import { readinessOf, type Readiness } from '@tocsin/contracts/people/readiness.js';
import type { MethodReceipt } from '@tocsin/contracts/contacts/receipts.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let service: PushService;
let deviceId: string;

beforeAll(async () => {
  service = await PushService.start();
  stage = await Stage.begin();
  const { api, personId } = stage.ana;
  const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
  const { address, keys } = service.subscribe(body.publicKey);
  const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
  deviceId = String(says['contactMethodId']);
  await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: deviceId, delayMinutes: 0 });
});
afterAll(async () => {
  await stage.close();
  await service.close();
});

const receiptOf = async (contactMethodId: string): Promise<MethodReceipt> => {
  await stage.settle();
  const { methods } = await stage.ana.api.row('receipts', stage.ana.personId);
  return methods.find((one) => one.contactMethodId === contactMethodId)!;
};
/** Her screen’s readiness, computed from the rows that it reads. */
const getReadiness = async (): Promise<Readiness> => {
  const now = Date.parse(await stage.settle());
  const { api, personId } = stage.ana;
  const [contact, receipts] = [await api.row('contacts', personId), await api.row('receipts', personId)];
  return readinessOf({ contact, receipts, policies: await api.list('policies'), now });
};
const readStatusOf = async (contactMethodId: string) =>
  (await getReadiness()).methods.find(({ method }) => method.contactMethodId === contactMethodId)!.reasons;
/** Sends a test page by one method, with the device’s report if requested. */
const tryMethod = async (contactMethodId: string, receipt?: 'delivered' | 'read'): Promise<string> => {
  const before = service.messages.length;
  await stage.ana.api.run('SendTestAlert', { contactMethodId });
  const at = await stage.settle();
  if (!receipt) return at;
  const { message } = service.messages.slice(before).find((one) => one.message.kind === 'page')!;
  if (message.kind !== 'page') throw new Error('it is no page');
  const receiptAnswer = await stage.tocsin.anonymous.request('POST', `/api/pages/${message.secret}`, {
    act: 'receipt',
    attemptId: message.attemptId,
    receipt,
  });
  expect(receiptAnswer.status).toBe(202);
  return at;
};

story('each way to reach me', (chapter) => {
  chapter('has rows without methods for somebody who has none yet, and none for somebody who is not there', async () => {
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Bo', email: 'bo@example.org', role: 'member' });
    const bo = String(says['personId']);
    expect(await stage.ana.api.row('contacts', bo)).toEqual({ id: bo, methods: [], rules: [] });
    expect(await stage.ana.api.row('receipts', bo)).toEqual({ id: bo, methods: [] });
    const missingContacts = await stage.ana.api.request('GET', '/api/views/contacts/0194a8f0-0000-7000-8000-000000000001');
    expect(missingContacts.status).toBe(404);
  });

  chapter('says when it last delivered', async () => {
    const { methodId } = stage.ana;
    expect(await receiptOf(methodId)).toMatchObject({ sentAt: null, deliveredAt: null, failed: null });
    const at = await tryMethod(methodId);
    expect(await receiptOf(methodId)).toMatchObject({ deliveredAt: at, failed: null });
    expect((await getReadiness()).reach).toBe('yes');
  });

  chapter('says when it failed and why, as a reason to try it out, until it works again', async () => {
    const { methodId, phone } = stage.ana;
    phone.answer(410);
    await stage.advance('PT1H');
    const at = await tryMethod(methodId);
    expect(await receiptOf(methodId)).toMatchObject({ failed: { at, reason: 'delivery.provider_rejected', inARow: 1 } });
    expect(await readStatusOf(methodId)).toEqual([{ code: 'readiness.failing', because: 'delivery.provider_rejected' }]);
    phone.recover();
    await tryMethod(methodId);
    expect(await readStatusOf(methodId)).toEqual([]);
  });

  chapter('is heard, of a device, by the device’s own word and not by its push service’s', async () => {
    const at = await tryMethod(deviceId);
    expect(await receiptOf(deviceId)).toMatchObject({ sentAt: at, deliveredAt: null });
    const receiptInstant = await tryMethod(deviceId, 'delivered');
    expect(await receiptOf(deviceId)).toMatchObject({ deliveredAt: receiptInstant });
  });

  chapter('is silent, of a device, when nothing was heard of it for seven days, and not any more once it was', async () => {
    await stage.advance('P7D');
    expect(await readStatusOf(deviceId)).toEqual([]);
    await stage.advance('PT1M');
    expect(await readStatusOf(deviceId)).toEqual([{ code: 'readiness.silent' }]);
    await tryMethod(deviceId);
    expect(await readStatusOf(deviceId)).toEqual([{ code: 'readiness.silent' }]);
    await tryMethod(deviceId, 'read');
    expect(await readStatusOf(deviceId)).toEqual([]);
  });

  chapter('is forgotten when it is removed', async () => {
    await stage.ana.api.run('RemoveContactMethod', { personId: stage.ana.personId, contactMethodId: deviceId });
    expect(await receiptOf(deviceId)).toBeUndefined();
    expect(await receiptOf(stage.ana.methodId)).toMatchObject({ contactMethodId: stage.ana.methodId });
  });
});
