import type { MailBounceResult } from '@tocsin/contracts/mail-server/noun.js';
import { bounceOf } from '@tocsin/testing/fakes/bounces.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describe('a mail that comes back', () => {
  let stage: Stage;
  let mailbox: Mailbox;
  let contactMethodId: string;

  beforeEach(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    const { api, personId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' });
    contactMethodId = String(says['contactMethodId']);
    await stage.settle();
  });
  afterEach(() => stage.close());

  const handOver = async (message: string): Promise<MailBounceResult> => {
    const { status, body } = await stage.ana.api.request<MailBounceResult>('POST', '/api/mail/bounces', { message });
    expect(status).toBe(200);
    await stage.settle();
    return body;
  };
  const areSeen = async (): Promise<unknown> => (await stage.ana.api.request<{ bounces: boolean }>('GET', '/api/status')).body.bounces;
  const method = async () =>
    (await stage.getRow('contacts', stage.ana.personId)).methods.find((one) => one.contactMethodId === contactMethodId);

  it('with a code leaves the address unverified, and says why', async () => {
    const { messageId } = await mailbox.waitFor();
    expect(await areSeen()).toBe(false);
    expect(await handOver(bounceOf({ messageId: messageId!, status: '5.1.1' }))).toEqual({ about: 'code', result: 'failed' });
    expect(await areSeen()).toBe(true);
    expect(await method()).toMatchObject({ verified: false, verification: { state: 'failed', reason: 'delivery.bounced' } });
  });

  it('with a page turns the address off, whose person hears of it by another method; the same notification has one effect', async () => {
    const { api, personId, phone } = stage.ana;
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.setPolicy([{ page: [stage.ana], wait: 30 }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { messageId } = await mailbox.waitFor(({ subject }) => subject?.includes('#1') ?? false);
    const delayed = bounceOf({ messageId: messageId!, status: '4.4.1', action: 'delayed', diagnostic: 'Connection timed out' });
    expect(await areSeen()).toBe(false);
    expect(await handOver(delayed)).toEqual({ about: 'page', result: 'delayed' });
    expect(await areSeen()).toBe(true);
    const { id } = await stage.getGroup();
    const mail = async () => (await stage.pagesOf(id, stage.ana)).flatMap(({ attempts }) => attempts).find(({ kind }) => kind === 'email');
    expect(await mail()).toMatchObject({ state: 'sent', detail: '4.4.1: Connection timed out' });

    const failed = bounceOf({ messageId: messageId!, status: '5.1.1' });
    expect(await handOver(failed)).toEqual({ about: 'page', result: 'failed' });
    expect(await mail()).toMatchObject({ state: 'failed', reason: 'delivery.bounced' });
    expect(await method()).toMatchObject({
      verified: false,
      disabled: { reason: 'delivery.bounced', detail: expect.stringContaining('User unknown') },
    });
    expect(phone.pages.filter(({ cause }) => cause.kind === 'method_gone')).toHaveLength(1);
    const before = await stage.getHead();
    await handOver(failed);
    expect(await stage.getHead()).toBe(before);
  });

  it('that is not one of this installation’s means nothing, and only those who configure may hand one over', async () => {
    expect(await handOver(bounceOf({ messageId: '<other@example.org>', status: '5.1.1' }))).toEqual({ about: null, result: 'ignored' });
    expect(await handOver('hello')).toEqual({ about: null, result: 'ignored' });
    expect(await areSeen()).toBe(false);
    const bo = await stage.addPerson('Bo');
    const { status } = await bo.api.request('POST', '/api/mail/bounces', { message: 'hello' });
    expect(status).toBe(403);
  });
});
