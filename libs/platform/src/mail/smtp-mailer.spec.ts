import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Mailbox, type MailboxOptions } from '@tocsin/testing/fakes/mailbox.js';
import { CallDeadlines } from '../clock/call-deadlines.js';
import { ManualClock } from '../clock/clock.js';
import { OutgoingFailed } from '../http/outgoing-failed.js';
import type { Mail } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';
import { parseSmtpServer } from './smtp-server.js';

const boxes: Mailbox[] = [];
const open = async (options?: MailboxOptions): Promise<Mailbox> => {
  const mailbox = await Mailbox.start(options);
  boxes.push(mailbox);
  return mailbox;
};
afterEach(async () => {
  await Promise.all(boxes.splice(0).map((mailbox) => mailbox.close()));
});

const from = 'Tocsin <tocsin@example.org>';
const mailerAt = (url: string | null, sender: string | null = from, timer?: CallDeadlines): SmtpMailer =>
  new SmtpMailer({ server: () => parseSmtpServer(url, sender), ...(timer ? { timer } : {}) });
const mail: Mail = {
  to: 'ana@example.org',
  subject: '‼ #1042 Größe überschritten',
  text: 'first line\n.second line begins with a dot\n',
  html: '<p>Größe</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  idLeft: '0197',
  deadlineMs: 5_000,
};
const failureOf = async (sending: Promise<unknown>): Promise<OutgoingFailed> => {
  const error = await sending.then(
    () => new Error('it was sent'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutgoingFailed) return error;
  throw error;
};

describe('mail by SMTP', () => {
  it('arrives as it was written', async () => {
    const mailbox = await open();
    const mailer = mailerAt(mailbox.url);
    expect(mailer.isConfigured).toBe(true);
    expect(await mailer.send(mail)).toEqual({ providerId: '<0197@example.org>' });
    const receivedMail = await mailbox.waitFor();
    expect(receivedMail).toMatchObject({ subject: mail.subject, text: mail.text, html: mail.html, messageId: '<0197@example.org>' });
    expect([receivedMail.from?.text, [receivedMail.to].flat()[0]?.text]).toEqual(['"Tocsin" <tocsin@example.org>', 'ana@example.org']);
    expect(receivedMail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('signs in with the name and password of the address', async () => {
    const mailbox = await open({ user: 'bo', pass: 'p@ss/word' });
    await mailerAt(mailbox.url).send(mail);
    expect(mailbox.messages).toHaveLength(1);
  });

  it('lets an address or subject from outside add neither recipients nor headers', async () => {
    const mailbox = await open();
    const subject = 'one\r\nBcc: eve@example.org';
    await mailerAt(mailbox.url)
      .send({ ...mail, to: 'ana@example.org\r\nBcc: eve@example.org', subject })
      .catch(() => {});
    await mailerAt(mailbox.url).send({ ...mail, subject });
    for (const receivedMail of mailbox.messages) expect(receivedMail.headers.has('bcc')).toBe(false);
  });

  it('is sent from the server’s name when no sender is set', async () => {
    const mailbox = await open();
    await mailerAt(mailbox.url, null).send(mail);
    expect((await mailbox.waitFor()).from?.value[0]?.address).toBe('tocsin@[127.0.0.1]');
  });
});

describe('mail that is not sent', () => {
  it('is refused for good: the recipient is unknown', async () => {
    const mailbox = await open();
    mailbox.refuse('recipient', 550, '5.1.1 <ana@example.org> no such user');
    expect(await failureOf(mailerAt(mailbox.url).send(mail))).toMatchObject({
      reason: 'delivery.provider_rejected',
      detail: '550 5.1.1 … no such user',
      retry: false,
    });
  });

  it('is refused for now: the server is grey-listing, or full', async () => {
    const mailbox = await open();
    mailbox.refuse('recipient', 451, 'come again');
    expect(await failureOf(mailerAt(mailbox.url).send(mail))).toMatchObject({
      reason: 'delivery.provider_rejected',
      retry: true,
    });
    mailbox.refuse('message', 452, 'disk full');
    expect(await failureOf(mailerAt(mailbox.url).send(mail))).toMatchObject({
      reason: 'delivery.provider_rejected',
      retry: true,
    });
  });

  it('is refused because the password is wrong, which is not repeated', async () => {
    const mailbox = await open({ user: 'bo', pass: 'right' });
    const failure = await failureOf(mailerAt(mailbox.url.replace('right', 'hunter2')).send(mail));
    expect(failure).toMatchObject({ reason: 'delivery.provider_rejected', retry: false });
    expect(failure.message).not.toContain('hunter2');
  });

  it('is perhaps delivered when the server takes it and never answers, or the connection is cut after the final dot', async () => {
    const mailbox = await open();
    mailbox.hang();
    const [failure] = await Promise.all([
      failureOf(mailerAt(mailbox.url).send({ ...mail, deadlineMs: 1_000 })),
      mailbox.unanswered.waitFor(),
    ]);
    expect(failure).toMatchObject({
      reason: 'delivery.outcome_unknown',
      detail: 'The mail server took the mail and did not confirm it within 1 s: perhaps delivered.',
      retry: true,
      isOfServer: true,
    });
    mailbox.recover();
    mailbox.cut();
    expect(await failureOf(mailerAt(mailbox.url).send(mail))).toMatchObject({
      reason: 'delivery.outcome_unknown',
      detail: 'The connection ended before the mail server confirmed the mail: perhaps delivered.',
      retry: true,
    });
    expect(mailbox.unanswered.items.map(({ messageId }) => messageId)).toEqual(['<0197@example.org>', '<0197@example.org>']);
  });

  it('is not perhaps delivered when the server says so after the final dot, or ends before it', async () => {
    const mailbox = await open();
    mailbox.refuse('message', 554, 'no');
    expect(await failureOf(mailerAt(mailbox.url).send(mail))).toMatchObject({ reason: 'delivery.provider_rejected', retry: false });
    const cutting = createServer((socket) => socket.write('220 hello\r\n', () => socket.end())).listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    const { port } = cutting.address() as AddressInfo;
    expect(await failureOf(mailerAt(`smtp://127.0.0.1:${port}`).send(mail))).toMatchObject({ reason: 'delivery.provider_unreachable' });
    cutting.close();
  });

  it('times out when the server says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const failure = await failureOf(mailerAt(`smtp://127.0.0.1:${port}`).send({ ...mail, deadlineMs: 150 }));
    expect(failure).toMatchObject({ reason: 'delivery.timeout', detail: 'The mail server did not accept it within 0.15 s.', retry: true });
    silent.close();
  });

  it('times out when the clock that its deadlines come by has passed', async () => {
    const mailbox = await open();
    mailbox.hang();
    const clock = new ManualClock('2026-11-21T03:12:00.000Z');
    const sending = failureOf(mailerAt(mailbox.url, from, new CallDeadlines(clock)).send({ ...mail, deadlineMs: 30_000 }));
    clock.moveTo('2026-11-21T03:12:30.000Z');
    expect(await sending).toMatchObject({ reason: 'delivery.timeout' });
  });

  it('has an unknown outcome when the caller gives up', async () => {
    const mailbox = await open();
    const sending = mailerAt(mailbox.url).send({ ...mail, signal: AbortSignal.abort() });
    expect((await failureOf(sending)).reason).toBe('delivery.outcome_unknown');
  });

  it('can’t reach a server that is not there', async () => {
    const mailbox = await open();
    const { url } = mailbox;
    await mailbox.close();
    expect(await failureOf(mailerAt(url).send(mail))).toMatchObject({
      reason: 'delivery.provider_unreachable',
      retry: true,
    });
  });

  it('is not set up', async () => {
    const mailer = mailerAt(null, null);
    expect(mailer.isConfigured).toBe(false);
    expect((await failureOf(mailer.send(mail))).reason).toBe('delivery.not_configured');
  });

  it('has a setting that can’t be read, and does not repeat the password', () => {
    const make = (): unknown => parseSmtpServer('mail.example.org:hunter2', from);
    expect(make).toThrow('TOCSIN_SMTP_URL can’t be read.');
    expect(make).not.toThrow('hunter2');
  });
});
