import { story } from '@tocsin/testing/stage/story.js';
import { mkdtempSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusAnswer } from '@tocsin/contracts/http.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { MailSettings, MailTestResult, TypedMailServer } from '@tocsin/contracts/mail-server/noun.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { makeCertificate, type CertificateFiles } from '@tocsin/testing/machine/certificates.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Mailbox, type MailboxOptions } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const login = { user: 'tocsin', pass: 'of the mail server' };
let stage: Stage;
let trustedCertificate: CertificateFiles;
let first: Mailbox;
let second: Mailbox;
const boxes: Mailbox[] = [];
const open = async (options: MailboxOptions = {}): Promise<Mailbox> => {
  const mailbox = await Mailbox.start(options);
  boxes.push(mailbox);
  return mailbox;
};

beforeAll(async () => {
  trustedCertificate = await makeCertificate(mkdtempSync(join(tmpdir(), 'tocsin-mail-')), 'trusted');
  [first, second] = [await open(login), await open()];
  stage = await Stage.begin({ env: { NODE_EXTRA_CA_CERTS: trustedCertificate.cert } });
});
afterAll(async () => {
  await Promise.all(boxes.map((mailbox) => mailbox.close()));
  await stage.close();
});

const from = 'Tocsin <tocsin@example.org>';
const serverAt = (mailbox: { readonly port: number }, more: Partial<TypedMailServer> = {}): TypedMailServer => ({
  host: '127.0.0.1',
  port: mailbox.port,
  security: 'none',
  user: null,
  from,
  ...more,
});
const signedIn = (mailbox: Mailbox): TypedMailServer => serverAt(mailbox, { user: login.user, password: login.pass });

const requestTest = <T>(server?: TypedMailServer, recipient = 'ana@example.org') =>
  stage.ana.api.request<T>('POST', '/api/settings/mail/test', { to: recipient, ...(server ? { server } : {}) });
const testMail = async (server?: TypedMailServer): Promise<MailTestResult> => {
  const answer = await requestTest<MailTestResult>(server);
  expect(answer.status).toBe(200);
  return answer.body;
};
const getSettings = async (): Promise<MailSettings> => (await stage.ana.api.request<MailSettings>('GET', '/api/settings/mail')).body;
const isSetUp = async (): Promise<boolean> => (await stage.tocsin.anonymous.request<StatusAnswer>('GET', '/api/status')).body.mail;
const isFailing = async () => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body.mail.failing;

/** The state of the code that was mailed to an address just added. */
let addresses = 0;
const sendMail = async () => {
  const { api, personId } = stage.ana;
  const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: `ana+${++addresses}@example.org` });
  await stage.settle();
  const { methods } = await api.row('contacts', personId);
  return methods.find(({ contactMethodId }) => contactMethodId === says['contactMethodId'])!.verification;
};

story('a mail server', (chapter) => {
  chapter('is not there at first, and that is said', async () => {
    expect([await isSetUp(), await getSettings()]).toEqual([false, { server: null, setBy: { server: null, from: null } }]);
    expect(await requestTest()).toMatchObject({ status: 409, body: { code: 'mail_server.not_set_up' } });
    expect(await sendMail()).toMatchObject({ state: 'failed', reason: 'delivery.not_configured' });
  });

  chapter('is tested as it was typed, before it is set', async () => {
    const before = (await stage.ana.api.events('mailServer')).length;
    expect(await testMail(signedIn(first))).toEqual({ ok: true, step: null, why: null });
    expect(await first.waitFor()).toMatchObject({ subject: 'Test mail from Tocsin', from: { text: '"Tocsin" <tocsin@example.org>' } });
    expect([before, (await stage.ana.api.events('mailServer')).length, await isSetUp()]).toEqual([0, 0, false]);
  });

  chapter('is tested over TLS from the start, and by STARTTLS', async () => {
    const [fromStart, laterMailbox] = [
      await open({ tls: { ...trustedCertificate, from: 'the start' } }),
      await open({ tls: { ...trustedCertificate, from: 'STARTTLS' } }),
    ];
    expect(await testMail(serverAt(fromStart, { security: 'tls' }))).toMatchObject({ ok: true });
    expect(await testMail(serverAt(laterMailbox, { security: 'starttls' }))).toMatchObject({ ok: true });
    expect([fromStart.messages.length, laterMailbox.messages.length]).toEqual([1, 1]);
  });

  chapter('that takes no mail says which step it was, and what to change', async () => {
    const strangeCertificate = await makeCertificate(mkdtempSync(join(tmpdir(), 'tocsin-mail-')), 'strange');
    const untrustedMailbox = await open({ tls: { ...strangeCertificate, from: 'the start' } });
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const authenticatedMailbox = await open();
    const cases: readonly (readonly [TypedMailServer, MailTestResult['step'], RegExp])[] = [
      [serverAt({ port: await freePort() }), 'connect', /refused the connection: nothing is listening there\. Check host and port/],
      [serverAt({ port: (other.address() as AddressInfo).port }), 'connect', /does not answer as a mail server does\. Check the port/],
      [serverAt(second, { security: 'tls' }), 'tls', /does not speak TLS from the start\. Choose STARTTLS/],
      [serverAt(second, { security: 'starttls' }), 'tls', /does not offer STARTTLS\. Choose TLS/],
      [serverAt(untrustedMailbox, { security: 'tls' }), 'tls', /certificate of 127\.0\.0\.1:\d+ is not trusted\..*NODE_EXTRA_CA_CERTS/],
      [serverAt(first, { user: login.user, password: 'not it' }), 'login', /refused the login \(535 .*\)\. Check user name and password/],
      [serverAt(first), 'login', /wants a login first .*Enter a user name and a password/],
    ];
    for (const [server, step, reasonCode] of cases)
      expect(await testMail(server)).toEqual({ ok: false, step, why: expect.stringMatching(reasonCode) });
    for (const [step, reasonCode] of [
      ['sender', /refused the sender address \(550 not here\)/],
      ['recipient', /refused the recipient \(550 not here\)/],
      ['message', /refused the message \(550 not here\)/],
    ] as const) {
      authenticatedMailbox.refuse(step, 550, 'not here');
      expect(await testMail(serverAt(authenticatedMailbox))).toEqual({ ok: false, step, why: expect.stringMatching(reasonCode) });
    }
    other.close();
  });

  chapter('that is set is the one of the next mail, without a restart; its password is shown to nobody', async () => {
    await stage.ana.api.run('ConfigureMailServer', signedIn(first));
    expect([await isSetUp(), await sendMail()]).toMatchObject([true, { state: 'sent' }]);
    expect(first.messages.at(-1)?.to).toMatchObject({ text: 'ana+2@example.org' });
    const { password: _password, ...shown } = signedIn(first);
    expect(await getSettings()).toEqual({ server: shown, setBy: { server: null, from: null } });
    const events = await stage.ana.api.events('mailServer');
    expect(events).toMatchObject([{ type: 'MailServerConfigured', data: { host: '127.0.0.1', loginRef: '' } }]);
    expect(JSON.stringify(events)).not.toContain(login.user + '"');
  });

  chapter('keeps its password for the place and the name that it was typed for', async () => {
    const { password: _password, ...kept } = signedIn(first);
    expect(await testMail(kept)).toMatchObject({ ok: true });
    await stage.ana.api.run('ConfigureMailServer', { ...kept, from: 'bell@example.org' });
    expect(await sendMail()).toMatchObject({ state: 'sent' });
    expect(first.messages.at(-1)?.from?.text).toBe('bell@example.org');
    for (const changedServer of [{ port: second.port }, { host: 'localhost' }, { security: 'starttls' as const }, { user: 'eve' }]) {
      expect(await requestTest({ ...kept, ...changedServer })).toMatchObject({
        status: 422,
        body: { code: 'mail_server.password_missing' },
      });
      const refusal = await stage.ana.api.expectRefusal('ConfigureMailServer', { ...kept, ...changedServer });
      expect(refusal).toMatchObject({ code: 'mail_server.password_missing', errors: [{ path: 'password' }] });
    }
  });

  chapter('that is replaced ends the mail that is under way, and the new one takes those that come after', async () => {
    const { api, personId } = stage.ana;
    const add = (address: string) => api.run('AddContactMethod', { kind: 'email', personId, address });
    first.hang();
    await add('under.way@example.org');
    await first.unanswered.waitFor();
    await api.run('ConfigureMailServer', serverAt(second));
    await add('after@example.org');
    expect((await second.waitFor()).to).toMatchObject({ text: 'after@example.org' });
    expect(first.unanswered.items.map(({ to }) => [to].flat()[0]?.text)).toEqual(['under.way@example.org']);
  });

  chapter('that fails is said in health, until another one takes the mails that wait', async () => {
    // a hanging mail is sent again by the new server after its timeout
    await stage.advance(`PT${(mailServerLimits.smtpDeadline + alertGroupLimits.retryEvery) / 1_000}S`);
    expect((await second.waitFor(({ to }) => [to].flat()[0]?.text === 'under.way@example.org')).subject).toMatch(/is your/);
    expect(await isFailing()).toBeNull();
    stage.expectedErrors = /nothing is listening there|did not confirm/;
    await stage.ana.api.run('ConfigureMailServer', serverAt({ port: await freePort() }));
    expect(await sendMail()).toMatchObject({ state: 'asked' });
    expect(await isFailing()).toMatchObject({ why: expect.stringContaining('refused the connection: nothing is listening there.') });
    await stage.ana.api.run('ConfigureMailServer', serverAt(second));
    expect(await isFailing()).toBeNull();
    await stage.advance(`PT${alertGroupLimits.retryEvery / 1_000}S`);
    expect((await second.waitFor(({ to }) => [to].flat()[0]?.text === `ana+${addresses}@example.org`)).subject).toMatch(/is your/);
    expect(await isFailing()).toBeNull();
  });

  chapter('is set and tested by owners alone, who have just shown who they are', async () => {
    const adam = await stage.tocsin.join(stage.ana.api, 'Adam', 'admin');
    for (const [method, path, body] of [
      ['GET', '/api/settings/mail', undefined],
      ['POST', '/api/settings/mail/test', { to: 'adam@example.org', server: serverAt(second) }],
      ['POST', '/api/commands/ConfigureMailServer', serverAt(second)],
    ] as const)
      expect([path, (await adam.request(method, path, body)).status]).toEqual([path, 403]);
    await stage.advance('PT16M');
    expect(await requestTest(serverAt(second))).toMatchObject({ status: 403, body: { code: 'session.proof_needed' } });
    await stage.ana.api.prove();
    expect(await testMail()).toMatchObject({ ok: true });
  });

  chapter('of the environment goes before the one that is set, which counts again without it', async () => {
    const openMailbox = await open();
    const before = second.messages.length;
    await stage.restart('SIGTERM', { TOCSIN_SMTP_URL: openMailbox.url, TOCSIN_MAIL_FROM: 'told@example.org' });
    await stage.ana.api.prove();
    expect(await getSettings()).toMatchObject({
      server: { host: '127.0.0.1', port: openMailbox.port, from: 'told@example.org' },
      setBy: { server: 'TOCSIN_SMTP_URL', from: 'TOCSIN_MAIL_FROM' },
    });
    expect(await sendMail()).toMatchObject({ state: 'sent' });
    expect([openMailbox.messages.length, second.messages.length]).toEqual([1, before]);
    await stage.restart('SIGTERM', { TOCSIN_SMTP_URL: '', TOCSIN_MAIL_FROM: '' });
    expect(await getSettings()).toMatchObject({ server: { port: second.port, from }, setBy: { server: null, from: null } });
  });

  chapter('that is removed leaves nothing behind', async () => {
    await stage.ana.api.run('RemoveMailServer', {});
    expect([await isSetUp(), (await getSettings()).server]).toEqual([false, null]);
    expect(await sendMail()).toMatchObject({ state: 'failed', reason: 'delivery.not_configured' });
  });
});
