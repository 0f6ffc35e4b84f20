import { story } from '@tocsin/testing/stage/story.js';
import { mkdtempSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusAnswer } from '@tocsin/contracts/http.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { MailSettings, MailTestResult, TypedMailServer } from '@tocsin/contracts/mail-server.js';
import { limits } from '@tocsin/contracts/limits.js';
import { makeCertificate, type CertificateFiles } from '@tocsin/testing/machine/certificates.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Mailbox, type MailboxOptions } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const login = { user: 'tocsin', pass: 'of the mail server' };
let stage: Stage;
let trusted: CertificateFiles;
let first: Mailbox;
let second: Mailbox;
const boxes: Mailbox[] = [];
const open = async (options: MailboxOptions = {}): Promise<Mailbox> => {
  const mailbox = await Mailbox.start(options);
  boxes.push(mailbox);
  return mailbox;
};

beforeAll(async () => {
  trusted = await makeCertificate(mkdtempSync(join(tmpdir(), 'tocsin-mail-')), 'trusted');
  [first, second] = [await open(login), await open()];
  stage = await Stage.begin({ env: { NODE_EXTRA_CA_CERTS: trusted.cert } });
});
afterAll(async () => {
  await Promise.all(boxes.map((mailbox) => mailbox.close()));
  await stage.close();
});

const from = 'Tocsin <tocsin@example.org>';
const at = (mailbox: { readonly port: number }, more: Partial<TypedMailServer> = {}): TypedMailServer => ({
  host: '127.0.0.1',
  port: mailbox.port,
  security: 'none',
  user: null,
  from,
  ...more,
});
const signedIn = (mailbox: Mailbox): TypedMailServer => at(mailbox, { user: login.user, password: login.pass });

const asked = <T>(server?: TypedMailServer, to = 'ana@example.org') =>
  stage.ana.api.request<T>('POST', '/api/settings/mail/test', { to, ...(server ? { server } : {}) });
const tested = async (server?: TypedMailServer): Promise<MailTestResult> => {
  const answer = await asked<MailTestResult>(server);
  expect(answer.status).toBe(200);
  return answer.body;
};
const settings = async (): Promise<MailSettings> => (await stage.ana.api.request<MailSettings>('GET', '/api/settings/mail')).body;
const isSetUp = async (): Promise<boolean> => (await stage.tocsin.anonymous.request<StatusAnswer>('GET', '/api/status')).body.mail;
const failing = async () => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body.mail.failing;

/** The state of the code that was mailed to an address just added. */
let addresses = 0;
const mailed = async () => {
  const { api, personId } = stage.ana;
  const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: `ana+${++addresses}@example.org` });
  await stage.settle();
  const { methods } = await api.row('contacts', personId);
  return methods.find(({ contactMethodId }) => contactMethodId === says['contactMethodId'])!.verification;
};

story('a mail server', (chapter) => {
  chapter('is not there at first, and that is said', async () => {
    expect([await isSetUp(), await settings()]).toEqual([false, { server: null, setBy: { server: null, from: null } }]);
    expect(await asked()).toMatchObject({ status: 409, body: { code: 'mail_server.not_set_up' } });
    expect(await mailed()).toMatchObject({ state: 'failed', reason: 'delivery.not_configured' });
  });

  chapter('is tested as it was typed, before it is set', async () => {
    const before = (await stage.ana.api.events('mailServer')).length;
    expect(await tested(signedIn(first))).toEqual({ ok: true, step: null, why: null });
    expect(await first.waitFor()).toMatchObject({ subject: 'Test mail from Tocsin', from: { text: '"Tocsin" <tocsin@example.org>' } });
    expect([before, (await stage.ana.api.events('mailServer')).length, await isSetUp()]).toEqual([0, 0, false]);
  });

  chapter('is tested over TLS from the start, and by STARTTLS', async () => {
    const [fromStart, later] = [
      await open({ tls: { ...trusted, from: 'the start' } }),
      await open({ tls: { ...trusted, from: 'STARTTLS' } }),
    ];
    expect(await tested(at(fromStart, { security: 'tls' }))).toMatchObject({ ok: true });
    expect(await tested(at(later, { security: 'starttls' }))).toMatchObject({ ok: true });
    expect([fromStart.messages.length, later.messages.length]).toEqual([1, 1]);
  });

  chapter('that takes no mail says which step it was, and what to change', async () => {
    const strange = await makeCertificate(mkdtempSync(join(tmpdir(), 'tocsin-mail-')), 'strange');
    const untrusted = await open({ tls: { ...strange, from: 'the start' } });
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const picky = await open();
    const cases: readonly (readonly [TypedMailServer, MailTestResult['step'], RegExp])[] = [
      [at({ port: await freePort() }), 'connect', /refused the connection: nothing is listening there\. Check host and port/],
      [at({ port: (other.address() as AddressInfo).port }), 'connect', /does not answer as a mail server does\. Check the port/],
      [at(second, { security: 'tls' }), 'tls', /does not speak TLS from the start\. Choose STARTTLS/],
      [at(second, { security: 'starttls' }), 'tls', /does not offer STARTTLS\. Choose TLS/],
      [at(untrusted, { security: 'tls' }), 'tls', /certificate of 127\.0\.0\.1:\d+ is not trusted\..*NODE_EXTRA_CA_CERTS/],
      [at(first, { user: login.user, password: 'not it' }), 'login', /refused the login \(535 .*\)\. Check user name and password/],
      [at(first), 'login', /wants a login first .*Enter a user name and a password/],
    ];
    for (const [server, step, why] of cases) expect(await tested(server)).toEqual({ ok: false, step, why: expect.stringMatching(why) });
    for (const [step, why] of [
      ['sender', /refused the sender address \(550 not here\)/],
      ['recipient', /refused the recipient \(550 not here\)/],
      ['message', /refused the message \(550 not here\)/],
    ] as const) {
      picky.refuse(step, 550, 'not here');
      expect(await tested(at(picky))).toEqual({ ok: false, step, why: expect.stringMatching(why) });
    }
    other.close();
  });

  chapter('that is set is the one of the next mail, without a restart; its password is shown to nobody', async () => {
    await stage.ana.api.run('ConfigureMailServer', signedIn(first));
    expect([await isSetUp(), await mailed()]).toMatchObject([true, { state: 'sent' }]);
    expect(first.messages.at(-1)?.to).toMatchObject({ text: 'ana+2@example.org' });
    const { password: _password, ...shown } = signedIn(first);
    expect(await settings()).toEqual({ server: shown, setBy: { server: null, from: null } });
    const events = await stage.ana.api.events('mailServer');
    expect(events).toMatchObject([{ type: 'MailServerConfigured', data: { host: '127.0.0.1', loginRef: '' } }]);
    expect(JSON.stringify(events)).not.toContain(login.user + '"');
  });

  chapter('keeps its password for the place and the name that it was typed for', async () => {
    const { password: _password, ...kept } = signedIn(first);
    expect(await tested(kept)).toMatchObject({ ok: true });
    await stage.ana.api.run('ConfigureMailServer', { ...kept, from: 'bell@example.org' });
    expect(await mailed()).toMatchObject({ state: 'sent' });
    expect(first.messages.at(-1)?.from?.text).toBe('bell@example.org');
    for (const elsewhere of [{ port: second.port }, { host: 'localhost' }, { security: 'starttls' as const }, { user: 'eve' }]) {
      expect(await asked({ ...kept, ...elsewhere })).toMatchObject({ status: 422, body: { code: 'mail_server.password_missing' } });
      const refused = await stage.ana.api.expectRefusal('ConfigureMailServer', { ...kept, ...elsewhere });
      expect(refused).toMatchObject({ code: 'mail_server.password_missing', errors: [{ path: 'password' }] });
    }
  });

  chapter('that is replaced ends the mail that is under way, and the new one takes those that come after', async () => {
    const { api, personId } = stage.ana;
    const add = (address: string) => api.run('AddContactMethod', { kind: 'email', personId, address });
    first.hang();
    await add('under.way@example.org');
    await first.unanswered.waitFor();
    await api.run('ConfigureMailServer', at(second));
    await add('after@example.org');
    expect((await second.waitFor()).to).toMatchObject({ text: 'after@example.org' });
    expect(first.unanswered.items.map(({ to }) => [to].flat()[0]?.text)).toEqual(['under.way@example.org']);
  });

  chapter('that fails is said in health, until another one takes the mails that wait', async () => {
    // a hanging mail is sent again by the new server after its timeout
    await stage.advance(`PT${(limits.smtpDeadline + limits.retryEvery) / 1_000}S`);
    expect((await second.waitFor(({ to }) => [to].flat()[0]?.text === 'under.way@example.org')).subject).toMatch(/is your/);
    expect(await failing()).toBeNull();
    stage.expectedTrouble = /nothing is listening there|did not accept/;
    await stage.ana.api.run('ConfigureMailServer', at({ port: await freePort() }));
    expect(await mailed()).toMatchObject({ state: 'asked' });
    expect(await failing()).toMatchObject({ why: expect.stringContaining('refused the connection: nothing is listening there.') });
    await stage.ana.api.run('ConfigureMailServer', at(second));
    expect(await failing()).toBeNull();
    await stage.advance(`PT${limits.retryEvery / 1_000}S`);
    expect((await second.waitFor(({ to }) => [to].flat()[0]?.text === `ana+${addresses}@example.org`)).subject).toMatch(/is your/);
    expect(await failing()).toBeNull();
  });

  chapter('is set and tested by owners alone, who have just shown who they are', async () => {
    const adam = await stage.tocsin.join(stage.ana.api, 'Adam', 'admin');
    for (const [method, path, body] of [
      ['GET', '/api/settings/mail', undefined],
      ['POST', '/api/settings/mail/test', { to: 'adam@example.org', server: at(second) }],
      ['POST', '/api/commands/ConfigureMailServer', at(second)],
    ] as const)
      expect([path, (await adam.request(method, path, body)).status]).toEqual([path, 403]);
    await stage.advance('PT16M');
    expect(await asked(at(second))).toMatchObject({ status: 403, body: { code: 'session.proof_needed' } });
    await stage.ana.api.prove();
    expect(await tested()).toMatchObject({ ok: true });
  });

  chapter('of the environment goes before the one that is set, which counts again without it', async () => {
    const told = await open();
    const before = second.messages.length;
    await stage.restart('SIGTERM', { TOCSIN_SMTP_URL: told.url, TOCSIN_MAIL_FROM: 'told@example.org' });
    await stage.ana.api.prove();
    expect(await settings()).toMatchObject({
      server: { host: '127.0.0.1', port: told.port, from: 'told@example.org' },
      setBy: { server: 'TOCSIN_SMTP_URL', from: 'TOCSIN_MAIL_FROM' },
    });
    expect(await mailed()).toMatchObject({ state: 'sent' });
    expect([told.messages.length, second.messages.length]).toEqual([1, before]);
    await stage.restart('SIGTERM', { TOCSIN_SMTP_URL: '', TOCSIN_MAIL_FROM: '' });
    expect(await settings()).toMatchObject({ server: { port: second.port, from }, setBy: { server: null, from: null } });
  });

  chapter('that is removed leaves nothing behind', async () => {
    await stage.ana.api.run('RemoveMailServer', {});
    expect([await isSetUp(), (await settings()).server]).toEqual([false, null]);
    expect(await mailed()).toMatchObject({ state: 'failed', reason: 'delivery.not_configured' });
  });
});
