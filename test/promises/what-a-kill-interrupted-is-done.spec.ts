import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let mailbox: Mailbox;
let pushService: PushService;
let bo: Player;

beforeAll(async () => {
  mailbox = await Mailbox.start();
  pushService = await PushService.start();
  stage = await Stage.begin({ mailbox });
  // it hangs on purpose
  stage.expectedErrors = /did not confirm it: perhaps delivered/;
  bo = await stage.addPerson('Bo');
  // his invitation was mailed
  await stage.settle();
});
afterAll(async () => {
  await stage.close();
  await pushService.close();
});

/** Kills the server while the mail server delays its response; returns the mail that was being sent. */
const killWhileMailing = async (act: () => Promise<unknown>) => {
  const earlier = new Set(mailbox.unanswered.items);
  mailbox.hang();
  await act();
  const unansweredMail = await mailbox.unanswered.waitFor((mail) => !earlier.has(mail));
  mailbox.recover();
  await stage.restart('SIGKILL');
  await stage.settle();
  return unansweredMail;
};
const withId = (messageId: string | undefined) => mailbox.messages.filter((mail) => mail.messageId === messageId);
const typesOf = async (stream: string) => ((await stage.ana.api.events(stream)) as readonly RecordedFact[]).map(({ type }) => type);
const countOfType = (types: readonly string[], type: string): number => types.filter((one) => one === type).length;

describe('a server that was killed in the middle of it', () => {
  it('mails the code that proves an address once more, as the same mail', async () => {
    const { api, personId } = stage.ana;
    // her phone may have been verified before the server had noted that its code was sent
    await stage.settle();
    const before = countOfType(await typesOf(`person-${personId}`), 'VerificationSent');
    const lostMail = await killWhileMailing(() => api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' }));
    const [mail, ...otherMails] = withId(lostMail.messageId);
    expect([mail?.subject, otherMails]).toEqual([lostMail.subject, []]);
    expect(countOfType(await typesOf(`person-${personId}`), 'VerificationSent')).toBe(before + 1);
  });

  it('mails an invitation once more, with the same link, and no mail that was answered', async () => {
    const before = mailbox.messages.length;
    let personId = '';
    const lostMail = await killWhileMailing(async () => {
      const { says } = await stage.ana.api.run('InvitePerson', { name: 'Cleo', email: 'cleo@example.org' });
      personId = String(says['personId']);
    });
    expect(mailbox.messages.slice(before).map(({ messageId, text }) => [messageId, text])).toEqual([[lostMail.messageId, lostMail.text]]);
    expect(await typesOf(`access-${personId}`)).toEqual(['InvitationMailSent']);
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(withId(lostMail.messageId)).toHaveLength(1);
  });

  it('takes a notification back once more', async () => {
    const { api, personId } = stage.ana;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const { device, address, keys } = pushService.subscribe(body.publicKey);
    const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
    const contactMethodId = String(says['contactMethodId']);
    for (const urgency of ['high', 'low'] as const)
      await api.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: 0 });
    await stage.setPolicy([{ page: [stage.ana, bo], wait: 5 }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(pushService.messagesFor(device)).toMatchObject([{ kind: 'page' }]);
    pushService.hang();
    const { id: groupId } = await stage.getGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await pushService.unanswered.waitFor(({ kind }) => kind === 'over');
    pushService.answer(201);
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(pushService.messagesFor(device)).toMatchObject([{ kind: 'over' }]);
    const { pageId } = (await stage.pagesOf(groupId, stage.ana))[0]!;
    expect(await typesOf(`effect-${pageId}`)).toEqual(['EffectEnded']);
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(pushService.messages.filter(({ message }) => message.kind === 'over')).toHaveLength(1);
  });

  it('mails no code that has expired meanwhile', async () => {
    const { api, personId } = stage.ana;
    const laterInstant = addMillis(await stage.settle(), 31 * 60_000);
    mailbox.hang();
    const { length } = mailbox.messages;
    await api.run('AddContactMethod', { kind: 'email', personId, address: 'other@example.org' });
    await mailbox.unanswered.waitFor(({ to }) => JSON.stringify(to).includes('other@'));
    mailbox.recover();
    await stage.restart('SIGKILL', { TOCSIN_CLOCK_AT: laterInstant });
    await stage.settle();
    expect(mailbox.messages).toHaveLength(length);
  });
});
