import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { limits } from '@tocsin/contracts/limits.js';
import { makeCertificate } from '@tocsin/testing/machine/certificates.js';
import type { MailAnswer, MailQuestion } from './mail-messages.js';
import { openSmtpDoor, type SmtpDoor } from './smtp-door.js';

const taken: MailAnswer = { code: 250, says: 'Taken' };
const busy: MailAnswer = { code: 451, says: 'Later' };
const unknown: MailAnswer = { code: 550, says: 'No such key' };

let door: SmtpDoor;
const questions: MailQuestion[] = [];
const errors: unknown[] = [];
/** By key; of a recipient and of its mail. */
const answers = new Map<string, readonly [MailAnswer, MailAnswer]>();

const open = (tls: { readonly cert: string; readonly key: string } | null) =>
  openSmtpDoor(
    { port: 0, host: '127.0.0.1', tls },
    (question) => {
      questions.push(question);
      const [recipient, mail] = answers.get(question.key) ?? [unknown, unknown];
      return Promise.resolve(question.ask === 'recipient' ? recipient : mail);
    },
    (error) => errors.push(error),
  );
const send = (to: readonly string[], more: object = {}) =>
  createTransport({ host: '127.0.0.1', port: door.port, ignoreTLS: true, ...more }).sendMail({
    from: 'a@b.c',
    to: [...to],
    subject: 'Disk',
    text: 'x',
  });

beforeEach(async () => {
  questions.length = 0;
  answers.clear();
  door = await open(null);
});
afterEach(async () => {
  await door.close();
  expect(errors.splice(0)).toEqual([]);
});

describe('the SMTP server', () => {
  it('asks about each integration once, whatever its addresses, and tells where the client is', async () => {
    answers.set('k1', [taken, taken]);
    await send(['K1@tocsin.example.org', 'k1+prod@other.example.org']);
    const mails = questions.filter(({ ask }) => ask === 'mail');
    expect(mails).toEqual([
      { ask: 'mail', key: 'k1', address: '127.0.0.1', mail: { from: 'a@b.c', subject: 'Disk', text: expect.stringContaining('x') } },
    ]);
  });

  it('asks about one address of replies in a mail, whatever it names', async () => {
    const keys = ['1', '2', '3'].map((digit) => `reply.${digit.repeat(32)}`);
    for (const key of [...keys, 'k1']) answers.set(key, [taken, taken]);
    await send([...keys, 'k1'].map((key) => `${key}@tocsin.example.org`));
    expect(questions.flatMap(({ ask, key }) => (ask === 'mail' ? [key] : []))).toEqual([keys[0], 'k1']);
  });

  it('has the mail sent again when one of its integrations can’t take it now', async () => {
    answers.set('k1', [taken, taken]).set('k2', [taken, busy]);
    await expect(send(['k1@t', 'k2@t'])).rejects.toMatchObject({ responseCode: 451 });
  });

  it('takes the mail when one of its integrations does, and another one never will', async () => {
    answers.set('k1', [taken, taken]).set('k2', [taken, unknown]);
    await expect(send(['k1@t', 'k2@t'])).resolves.toMatchObject({ response: expect.stringMatching(/^250/) });
  });

  it('takes a bounded number of recipients', async () => {
    const keys = Array.from({ length: limits.mails.recipients + 1 }, (_none, n) => `k${n}`);
    for (const key of keys) answers.set(key, [taken, taken]);
    const { accepted, rejected } = await send(keys.map((key) => `${key}@t`));
    expect([accepted.length, rejected]).toEqual([limits.mails.recipients, [`k${limits.mails.recipients}@t`]]);
  });

  it('is not shut by a stranger who only holds connections: one network has a few', async () => {
    const hold = async () => {
      const socket = connect(door.port, '127.0.0.1');
      socket.on('error', () => {});
      const outcome = await Promise.race([once(socket, 'data').then(() => 'open'), once(socket, 'close').then(() => 'closed')]);
      return { socket, outcome };
    };
    const held = [];
    for (let n = 0; n < limits.mails.ofNetwork; n += 1) held.push(await hold());
    expect(held.map(({ outcome }) => outcome)).not.toContain('closed');
    expect((await hold()).outcome).toBe('closed');
    for (const { socket } of held) socket.destroy();
  });

  it('offers STARTTLS with a certificate, and uses the one that replaces it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-mail-'));
    const read = async (name: string) => {
      const files = await makeCertificate(folder, name);
      return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };
    };
    const [old, fresh] = [await read('old'), await read('fresh')];
    await door.close();
    door = await open(old);
    answers.set('k1', [taken, taken]);
    const sendOverTls = (ca: string) => send(['k1@t'], { ignoreTLS: false, requireTLS: true, tls: { ca } });
    await sendOverTls(old.cert);
    await expect(sendOverTls(fresh.cert)).rejects.toThrow(/certificate/);
    door.use(fresh);
    await sendOverTls(fresh.cert);
  });

  it('without a certificate does not pretend to encrypt', async () => {
    await expect(send(['k1@t'], { ignoreTLS: false, requireTLS: true })).rejects.toMatchObject({ code: 'ETLS' });
  });
});
