import { createTransport, type SendMailOptions } from 'nodemailer';
import type { ParsedMail } from 'mailparser';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let mailbox: Mailbox;
let port: number;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  port = await freePort();
  stage = await Stage.begin({ mailbox, env: { TOCSIN_MAIL_PORT: String(port) } });
  const { api, personId, methodId } = stage.ana;
  await api.run('ChangePublicAddress', { url: 'https://tocsin.example' });
  const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
  const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org', rules });
  await mailbox.waitFor();
  await api.run('VerifyContactMethod', { personId, contactMethodId: String(says['contactMethodId']), code: mailbox.lastCode()! });
  await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
  await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
});
afterAll(async () => {
  await stage.close();
  await mailbox.close();
});

const open = async (n: number, summary: string): Promise<ParsedMail> => {
  await stage.settleFully();
  await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  return mailbox.waitFor(({ subject }) => subject?.includes(`#${n} `) ?? false);
};
const replyTo = ({ replyTo: to }: ParsedMail): string => to?.value[0]?.address ?? '';
/** 250, or the code with which it was refused. */
const send = async (mail: ParsedMail, more: SendMailOptions): Promise<number | undefined> => {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  // whom it says it is from is forged
  const reply = { from: 'mallory@example.org', to: replyTo(mail), inReplyTo: mail.messageId, subject: `Re: ${mail.subject}`, text: 'ack' };
  const code = await transport.sendMail({ ...reply, ...more }).then(
    () => 250,
    (error: { readonly responseCode?: number }) => error.responseCode,
  );
  await stage.settle();
  return code;
};
const statusOf = async (n: number) => (await stage.getGroup(n)).status;

story('a person who answers a page by replying to its mail', (chapter) => {
  chapter('acknowledges with “ack” above what they quote, as themselves, and is told so once', async () => {
    const mail = await open(1, 'Disk is full');
    expect(replyTo(mail)).toMatch(/^reply\.[\da-f]{32}@tocsin\.example$/);
    expect(mail.text).toContain('Reply “ack” to acknowledge');
    expect(await send(mail, { text: 'ack\r\n\r\nOn Sat, Tocsin wrote:\r\n> Reply “ack” to acknowledge, or “close” to resolve.' })).toBe(
      250,
    );
    expect(await stage.getGroup(1)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    const answer = await mailbox.waitFor(({ subject }) => subject === '#1: Acknowledged');
    expect(answer.headers.get('auto-submitted')).toBe('auto-replied');
    expect(answer.to).toMatchObject({ text: 'ana@example.org' });
  });

  chapter('resolves with “close”', async () => {
    const mail = await mailbox.waitFor(({ subject }) => subject?.includes('#1 Disk') ?? false);
    expect(await send(mail, { text: 'Close.' })).toBe(250);
    expect(await statusOf(1)).toBe('resolved');
  });

  chapter('is told what is understood when they write something else', async () => {
    const mail = await open(2, 'The queue is long');
    expect(await send(mail, { text: 'I am on my way' })).toBe(250);
    await mailbox.waitFor(({ subject }) => subject?.startsWith('#2: Not understood') ?? false);
    expect(await statusOf(2)).toBe('firing');
  });

  chapter('acknowledges with one “ack” what is still open of a mail about several, and is answered once', async () => {
    await stage.settleFully();
    for (const n of [3, 4, 5]) await stage.generic({ summary: `Pump ${n}`, key: `k${n}`, severity: 'critical' });
    await stage.settleFully();
    const bundle = await mailbox.waitFor(({ text }) => text?.includes('acknowledge all that are open') ?? false);
    expect(replyTo(bundle)).toMatch(/^reply\.[\da-f]{32}@tocsin\.example$/);
    const named = [3, 4, 5].filter((n) => bundle.text!.includes(`#${n} `));
    expect(named.length).toBeGreaterThan(1);
    const [first, ...rest] = named;
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(first)).id });
    expect(await send(bundle, { text: 'close' })).toBe(250);
    await mailbox.waitFor(({ subject }) => subject?.includes('and others: Not understood') ?? false);
    for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }]) expect(await send(bundle, { headers })).toBe(554);
    const statuses = () => Promise.all(rest.map(statusOf));
    expect(new Set(await statuses())).toEqual(new Set(['firing']));
    expect(await send(bundle, { text: 'ack' })).toBe(250);
    const answers = () => mailbox.messages.filter(({ subject }) => /and others: Acknowledged/.test(subject ?? ''));
    await mailbox.waitFor(({ subject }) => /and others: Acknowledged/.test(subject ?? ''));
    expect(answers()).toHaveLength(1);
    expect(new Set(await statuses())).toEqual(new Set(['acknowledged']));
    expect(await statusOf(first!)).toBe('resolved');
    for (const n of rest) await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(n)).id });
  });

  chapter('is nobody’s machine: automatic replies, lists and reports do nothing', async () => {
    const mail = await mailbox.waitFor(({ subject }) => subject?.includes('#2 ') ?? false);
    for (const headers of [
      { 'Auto-Submitted': 'auto-replied' },
      { 'Auto-Submitted': 'auto-generated' },
      { Precedence: 'bulk' },
      { 'List-Id': '<ops.example.org>' },
      { 'X-Auto-Response-Suppress': 'All' },
      { 'X-Autoreply': 'yes' },
    ])
      expect(await send(mail, { headers })).toBe(554);
    expect(await statusOf(2)).toBe('firing');
  });

  chapter('needs the address of that very page: a guessed one, or that of another page, does nothing', async () => {
    const second = await mailbox.waitFor(({ subject }) => subject?.includes('#2 ') ?? false);
    const third = await open(6, 'The roof leaks');
    expect(await send(second, { to: `reply.${'0'.repeat(32)}@tocsin.example` })).toBe(550);
    expect(await send(second, { to: replyTo(third) })).toBe(550);
    expect(await send(second, { inReplyTo: '<hello@example.org>' })).toBe(550);
    expect([await statusOf(2), await statusOf(6)]).toEqual(['firing', 'firing']);
  });
});
