import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describe('a mail that the mail server does not confirm', () => {
  let stage: Stage;
  let mailbox: Mailbox;

  beforeEach(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    const { api, personId, methodId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' });
    const contactMethodId = String(says['contactMethodId']);
    await stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.setPolicy([{ page: [stage.ana], wait: 30 }]);
  });
  afterEach(() => stage.close());

  const pageMails = () => mailbox.messages.filter(({ subject }) => subject?.includes('#1'));
  const attempts = async () => {
    const { id } = await stage.getGroup();
    return (await stage.pagesOf(id, stage.ana)).flatMap((page) => page.attempts);
  };

  it('because the connection is cut after the final dot is perhaps delivered, and sent again as the same mail', async () => {
    stage.expectedErrors = /perhaps delivered/;
    mailbox.cut();
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const cut = await mailbox.unanswered.waitFor();
    await stage.settle();
    expect((await attempts())[0]).toMatchObject({
      state: 'failed',
      reason: 'delivery.outcome_unknown',
      detail: expect.stringContaining('perhaps delivered'),
    });
    mailbox.recover();
    await stage.advance('PT15S');
    expect(pageMails().map(({ messageId }) => messageId)).toEqual([cut.messageId]);
    expect((await attempts()).map(({ state }) => state)).toEqual(['failed', 'sent']);
  });

  it('for 30 s is perhaps delivered, and sent again as the same mail', async () => {
    stage.expectedErrors = /perhaps delivered/;
    mailbox.hang();
    const { path } = await stage.integration('generic');
    // accepted: it is handled when the clock is moved
    await stage.tocsin.anonymous.request('POST', path, { summary: 'DiskFull', key: 'disk', severity: 'critical' });
    await stage.advance('PT31S');
    const [unanswered] = mailbox.unanswered.items;
    expect((await attempts())[0]).toMatchObject({ state: 'failed', reason: 'delivery.outcome_unknown' });
    mailbox.recover();
    await stage.advance('PT15S');
    expect(pageMails().map(({ messageId }) => messageId)).toEqual([unanswered!.messageId]);
  });
});
