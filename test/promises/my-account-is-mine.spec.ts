import { story } from '@tocsin/testing/stage/story.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { io } from 'socket.io-client';
import type { AccessShown, TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { Client, type ClientAnswer } from '@tocsin/testing/stage/client.js';
import { Watch } from '@tocsin/testing/stage/watch.js';

const first = 'correct horse battery';
let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin({ mailbox: await Mailbox.start() });
  bo = await stage.addPerson('Bo');
});
afterAll(() => stage.close());

type SignInAnswer = ClientAnswer<SessionAnswer & { code: string; challenge: string }>;
const signIn = (password: string, name = 'bo', headers = {}): Promise<SignInAnswer> =>
  stage.tocsin.anonymous.request('POST', '/api/session', { email: `${name}@example.org`, password }, headers);
const signInWith = async (password: string, name = 'bo'): Promise<Client> => {
  const { body } = await signIn(password, name);
  return new Client(stage.tocsin.url, body.token!, body.personId);
};
const isIn = async (client: Client): Promise<boolean> => (await client.request('GET', '/api/session')).status === 200;
const getAccess = async (client: Client, after = ''): Promise<AccessShown> =>
  (await client.request<AccessShown>('GET', `/api/people/${client.personId}/access?after=${after}`)).body;

story('my account', (chapter) => {
  chapter('a password is changed with the old one, and my other sessions end', async () => {
    const [firstSession, secondSession] = [await signInWith(first), await signInWith(first)];
    const change = (oldPassword: string) =>
      firstSession.request<SessionAnswer>('POST', '/api/password', { oldPassword, newPassword: 'a better horse' });
    expect(await change('wrong horse')).toMatchObject({ status: 409, body: { code: 'password.wrong' } });
    const changeAnswer = await change(first);
    expect(changeAnswer).toMatchObject({ status: 200, body: { personId: bo.personId } });
    const renewedSession = new Client(stage.tocsin.url, changeAnswer.body.token!, firstSession.personId);
    expect([await isIn(firstSession), await isIn(renewedSession), await isIn(secondSession), await isIn(bo.api)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await stage.advance('PT1M1S');
    expect([await isIn(firstSession), await isIn(renewedSession)]).toEqual([false, true]);
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn('a better horse')).status).toBe(201);
  });

  chapter('a password is chosen anew by a link in a mail, once and for an hour, and all my sessions end', async () => {
    const before = await signInWith('a better horse');
    const resetRequest = await stage.tocsin.anonymous.request('POST', '/api/password-resets', { email: 'BO@example.org' });
    expect(resetRequest).toMatchObject({ status: 202, body: { mailed: true } });
    await stage.settle();
    const mail = await stage.mailbox!.waitFor(
      ({ subject, to }) => subject === 'Choose a new password for Tocsin' && JSON.stringify(to).includes('bo@'),
    );
    const token = /\/reset\/(\S+)/.exec(mail.text ?? '')![1]!;
    const link = `/api/password-resets/${token}`;
    expect(await stage.tocsin.anonymous.request('GET', link)).toMatchObject({ status: 200, body: { name: 'Bo', email: 'bo@example.org' } });
    expect(await stage.tocsin.anonymous.request('POST', link, { password: 'short' })).toMatchObject({ status: 422 });
    expect(await stage.tocsin.anonymous.request('POST', link, { password: 'the third horse' })).toMatchObject({ status: 204 });
    expect(await isIn(before)).toBe(false);
    expect(await stage.tocsin.anonymous.request('POST', link, { password: 'the third horse' })).toMatchObject({
      status: 404,
      body: { code: 'reset.invalid' },
    });
    expect((await signIn('the third horse')).status).toBe(201);
  });

  chapter(
    'a password is chosen once by one link: of two who use it in the same moment one does, and the other is told that it is used',
    async () => {
      const resetLink = await stage.ana.api.run('MakePasswordResetLink', { personId: bo.personId });
      const link = `/api/password-resets/${String(resetLink.says['link']).split('/reset/')[1]!}`;
      const passwords = ['the horse of one', 'the horse of another'];
      const answers = await Promise.all(passwords.map((password) => stage.tocsin.anonymous.request('POST', link, { password })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
      expect(answers.find(({ status }) => status === 404)).toMatchObject({ body: { code: 'reset.invalid' } });
      const winnerIndex = answers.findIndex(({ status }) => status === 204);
      expect([(await signIn(passwords[winnerIndex]!)).status, (await signIn(passwords[1 - winnerIndex]!)).status]).toEqual([201, 401]);
      const changes = (await stage.ana.api.events(`access-${bo.personId}`)).filter(({ data }) => data['passwordRef'] !== undefined);
      expect(changes).toHaveLength(3);
      // the rest of this file knows him by this one
      const secondResetLink = await stage.ana.api.run('MakePasswordResetLink', { personId: bo.personId });
      const path = `/api/password-resets/${String(secondResetLink.says['link']).split('/reset/')[1]!}`;
      expect((await stage.tocsin.anonymous.request('POST', path, { password: 'the third horse' })).status).toBe(204);
    },
  );

  chapter('a password is asked for in the same words whether the person is there or not, and nobody is mailed who is not', async () => {
    const ask = (email: string) => stage.tocsin.anonymous.request('POST', '/api/password-resets', { email });
    const [knownAnswer, unknownAnswer] = [await ask('ana@example.org'), await ask('nobody@example.org')];
    expect([unknownAnswer.status, unknownAnswer.body]).toEqual([knownAnswer.status, knownAnswer.body]);
    await stage.settle();
    await stage.mailbox!.waitFor(
      ({ subject, to }) => subject === 'Choose a new password for Tocsin' && JSON.stringify(to).includes('ana@'),
    );
    expect(JSON.stringify(stage.mailbox!.messages.map(({ to }) => to))).not.toContain('nobody@');
  });

  chapter('a password comes by a link that an admin made; not for oneself, and it ends after an hour', async () => {
    const { says } = await stage.ana.api.run('MakePasswordResetLink', { personId: bo.personId });
    const link = `/api/password-resets/${String(says['link']).split('/reset/')[1]!}`;
    expect(says).toMatchObject({ mailed: true });
    expect((await stage.tocsin.anonymous.request('GET', link)).status).toBe(200);
    expect(await stage.ana.api.expectRefusal('MakePasswordResetLink', { personId: stage.ana.personId })).toMatchObject({
      code: 'permission.denied',
    });
    await stage.advance('PT1H1S');
    expect(await stage.tocsin.anonymous.request('GET', link)).toMatchObject({ status: 404, body: { code: 'reset.invalid' } });
    expect((await stage.tocsin.anonymous.request('POST', link, { password: 'a fourth horse' })).status).toBe(404);
  });

  chapter('sessions are listed, and ended one by one; the sockets of an ended one close at once', async () => {
    const [firstSession, secondSession] = [await signInWith('the third horse'), await signInWith('the third horse')];
    const socket = io(stage.tocsin.url, { path: '/live', auth: { token: secondSession.token }, transports: ['websocket'] });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const whenClosed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    const sessionRows = (await getAccess(firstSession)).sessions;
    expect(sessionRows.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(sessionRows[0]).toMatchObject({ address: '127.0.0.x' });
    const other = (await getAccess(secondSession)).sessions.find(({ isThis }) => isThis)!;
    expect(await firstSession.request('DELETE', `/api/people/${firstSession.personId}/sessions/${other.key}`)).toMatchObject({
      status: 204,
    });
    expect(await whenClosed).toBe('io server disconnect');
    expect([await isIn(firstSession), await isIn(secondSession)]).toEqual([true, false]);
    expect(await firstSession.request('DELETE', `/api/people/${firstSession.personId}/sessions/${other.key}`)).toMatchObject({
      status: 404,
      body: { code: 'session.not_found' },
    });
  });

  chapter('sessions are ended all but this one, and by an admin; not those of others by me', async () => {
    const [here, there] = [await signInWith('the third horse'), await signInWith('the third horse')];
    const watch = await Watch.on(there, 'alertGroups');
    const watchEnd = watch.waitForEnd();
    expect((await here.request('DELETE', `/api/people/${here.personId}/sessions`)).status).toBe(204);
    await watchEnd;
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect(await here.request('DELETE', `/api/people/${stage.ana.personId}/sessions`)).toMatchObject({ status: 403 });
    expect(await here.request('GET', `/api/people/${stage.ana.personId}/access`)).toMatchObject({ status: 403 });
    expect((await stage.ana.api.request('DELETE', `/api/people/${here.personId}/sessions`)).status).toBe(204);
    expect(await isIn(here)).toBe(false);
    // an owner’s by no admin
    await stage.ana.api.prove();
    const admin = await stage.tocsin.join(stage.ana.api, 'Adam', 'admin');
    for (const sessionPath of ['', `/${(await getAccess(stage.ana.api)).sessions[0]!.key}`])
      expect((await admin.request('DELETE', `/api/people/${stage.ana.personId}/sessions${sessionPath}`)).status).toBe(403);
    expect(await isIn(stage.ana.api)).toBe(true);
  });

  chapter('sessions of a disabled person end, sockets and all, and do not come back when they are enabled again', async () => {
    const cleo = await stage.addPerson('Cleo');
    const socket = io(stage.tocsin.url, { path: '/live', auth: { token: cleo.api.token }, transports: ['websocket'] });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    await stage.ana.api.run('DisablePerson', { personId: cleo.personId });
    expect(await closed).toBe('io server disconnect');
    await stage.ana.api.run('EnablePerson', { personId: cleo.personId });
    await stage.settle();
    expect(await isIn(cleo.api)).toBe(false);
  });

  let bosClient: Client;
  let app: TOTP;
  let recoveryCodes: readonly string[];
  let now: number;
  /** The code of the step that the clock is in now; the clock moves on, so that each is a new one. */
  const generateCode = async (): Promise<string> => {
    now = Date.parse(await stage.advance('PT30S'));
    return app.generate({ timestamp: now });
  };
  const sendSecondFactor = (challenge: string, code: string): Promise<SignInAnswer> =>
    stage.tocsin.anonymous.request('POST', '/api/session/second-step', { challenge, code });

  chapter('two-factor sign-in: is turned on by a code of my app, and gives ten recovery codes once', async () => {
    bosClient = await signInWith('the third horse');
    const { personId } = bosClient;
    // before a secret was asked for there is nothing that a code could confirm
    expect(await bosClient.expectRefusal('TurnOnTwoFactor', { personId, code: '000000' })).toMatchObject({ code: 'two_factor.not_begun' });
    const { body } = await bosClient.request<TwoFactorOffer>('POST', '/api/two-factor');
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Tocsin:bo%40example\.org\?/);
    app = new TOTP({ secret: body.secret });
    expect(await bosClient.expectRefusal('TurnOnTwoFactor', { personId, code: '000000' })).toMatchObject({ code: 'two_factor.wrong_code' });
    const turnOnAnswer = await bosClient.run('TurnOnTwoFactor', { personId, code: await generateCode() });
    recoveryCodes = turnOnAnswer.says['recoveryCodes'] as readonly string[];
    expect(recoveryCodes).toHaveLength(10);
    expect((await getAccess(bosClient, turnOnAnswer.token)).twoFactor).toMatchObject({ recoveryCodesLeft: 10 });
  });

  chapter('two-factor sign-in: asks for the code after the password; each code is good once', async () => {
    const { status, body } = await signIn('the third horse');
    expect(status).toBe(202);
    expect(body).not.toHaveProperty('token');
    const code = await generateCode();
    expect(await sendSecondFactor(body.challenge, code)).toMatchObject({ status: 201, body: { personId: bosClient.personId } });
    expect(await sendSecondFactor(body.challenge, code)).toMatchObject({ status: 409, body: { code: 'two_factor.wrong_code' } });
    expect((await sendSecondFactor(body.challenge, await generateCode())).status).toBe(201);
  });

  chapter('two-factor sign-in: ends the time for a code after five minutes, and knows a forged challenge', async () => {
    const { body } = await signIn('the third horse');
    const forgedChallenge = body.challenge.replace(bosClient.personId, stage.ana.personId);
    expect(await sendSecondFactor(forgedChallenge, await generateCode())).toMatchObject({
      status: 401,
      body: { code: 'session.second_step_over' },
    });
    await stage.advance('PT5M');
    expect(await sendSecondFactor(body.challenge, await generateCode())).toMatchObject({
      status: 401,
      body: { code: 'session.second_step_over' },
    });
  });

  chapter('two-factor sign-in: takes each recovery code once, however it is typed', async () => {
    const { body } = await signIn('the third horse');
    const typedCode = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ');
    expect((await sendSecondFactor(body.challenge, typedCode)).status).toBe(201);
    expect((await sendSecondFactor(body.challenge, recoveryCodes[0]!)).status).toBe(409);
    expect((await sendSecondFactor(body.challenge, recoveryCodes[1]!)).status).toBe(201);
    await stage.settle();
    expect((await getAccess(bosClient)).twoFactor).toMatchObject({ recoveryCodesLeft: 8 });
  });

  chapter('two-factor sign-in: makes new recovery codes for a code, and the older ones end', async () => {
    const { says, token } = await bosClient.run('MakeRecoveryCodes', { personId: bosClient.personId, code: await generateCode() });
    expect((await getAccess(bosClient, token)).twoFactor).toMatchObject({ recoveryCodesLeft: 10 });
    const { body } = await signIn('the third horse');
    expect((await sendSecondFactor(body.challenge, recoveryCodes[2]!)).status).toBe(409);
    expect((await sendSecondFactor(body.challenge, (says['recoveryCodes'] as readonly string[])[0]!)).status).toBe(201);
  });

  chapter('two-factor sign-in: is not guessed: after ten wrong codes one has to wait', async () => {
    const { body } = await signIn('the third horse');
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push((await sendSecondFactor(body.challenge, `99999${n % 10}`)).status);
    expect(answers.filter((status) => status === 409).length).toBeGreaterThanOrEqual(9);
    expect(answers.at(-1)).toBe(429);
    await stage.advance('PT15M1S');
  });

  chapter('two-factor sign-in: a link for a new password does not get around it', async () => {
    await stage.ana.api.prove();
    const { says } = await stage.ana.api.run('MakePasswordResetLink', { personId: bosClient.personId });
    const link = `/api/password-resets/${String(says['link']).split('/reset/')[1]!}`;
    expect((await stage.tocsin.anonymous.request('POST', link, { password: 'the fifth horse' })).status).toBe(204);
    expect((await signIn('the fifth horse')).status).toBe(202);
  });

  chapter('two-factor sign-in: is turned off by an admin for who is locked out, and never by a session alone', async () => {
    const { body } = await signIn('the fifth horse');
    const { body: session } = await sendSecondFactor(body.challenge, await generateCode());
    bosClient = new Client(stage.tocsin.url, session.token!, session.personId);
    expect(await bosClient.expectRefusal('TurnOffTwoFactor', { personId: bosClient.personId })).toMatchObject({
      code: 'two_factor.wrong_code',
    });
    await stage.ana.api.run('TurnOffTwoFactor', { personId: bosClient.personId });
    await stage.settle();
    expect((await signIn('the fifth horse')).status).toBe(201);
  });

  chapter('a client that guesses does not lock me out of the browser that I have signed in with before', async () => {
    const known = (await signIn('the fifth horse')).headers
      .getSetCookie()
      .map((line) => line.split(';')[0]!)
      .join('; ');
    for (let n = 0; n < 10; n += 1) await signIn(`guess number ${n}`);
    const lockedAnswer = await signIn('the fifth horse');
    expect(lockedAnswer).toMatchObject({ status: 429, body: { code: 'limit.rate' } });
    expect(Number(lockedAnswer.headers.get('retry-after'))).toBe(900);
    expect((await signIn('the fifth horse', 'bo', { cookie: known })).status).toBe(201);
  });
});

story('my e-mail address', (chapter) => {
  let eve: Player;
  const ask = (email: string) => eve.api.run('AskEmailChange', { personId: eve.personId, email });
  const ownRow = async () => (await eve.api.list('people')).find(({ id }) => id === eve.personId)!;
  const requestCodeTo = async (to: string): Promise<string> => {
    await stage.settle();
    const mail = await stage.mailbox!.waitFor(
      (one) => JSON.stringify(one.to).includes(to) && /^\d{6} is your code/.test(one.subject ?? ''),
    );
    return mail.subject!.slice(0, 6);
  };
  const confirm = (code: string) => eve.api.expectRefusal('ConfirmEmailChange', { personId: eve.personId, code });

  chapter('that is somebody else’s is refused, without saying whose', async () => {
    eve = await stage.addPerson('Eve');
    await eve.api.prove();
    const refusal = await eve.api.expectRefusal('AskEmailChange', { personId: eve.personId, email: 'BO@example.org' });
    expect(refusal).toMatchObject({ status: 409, code: 'person.email_taken' });
    expect(JSON.stringify(refusal)).not.toContain('Bo');
  });

  chapter('that is asked for and cancelled changes nothing, and its code is worth nothing', async () => {
    await ask('elsewhere@example.net');
    const code = await requestCodeTo('elsewhere@example.net');
    expect((await ownRow()).emailChange).toMatchObject({ email: 'elsewhere@example.net', mail: 'sent' });
    // other people don’t see an unconfirmed address
    expect(JSON.stringify(await stage.ana.api.list('people'))).not.toContain('elsewhere');
    const readHistory = async (client: Client) => JSON.stringify((await client.request('GET', '/api/events?type=EmailChangeAsked')).body);
    expect(await readHistory(eve.api)).toContain('elsewhere@example.net');
    expect(await readHistory(stage.ana.api)).not.toContain('elsewhere');
    const log = join(stage.tocsin.data, 'log');
    for (const file of readdirSync(log)) expect(readFileSync(join(log, file)).includes('elsewhere@')).toBe(false);
    await eve.api.run('CancelEmailChange', { personId: eve.personId });
    await stage.settle();
    expect(await confirm(code)).toMatchObject({ code: 'email_change.none' });
    expect((await ownRow()).email).toBe('eve@example.org');
  });

  chapter('is not guessed: a code that was tried too often is worth nothing, the right one too', async () => {
    await ask('guessed@example.net');
    const code = await requestCodeTo('guessed@example.net');
    for (let n = 0; n < contactLimits.triesPerCode; n += 1)
      expect(await confirm(code === '000000' ? '111111' : '000000')).toMatchObject({ code: 'email_change.wrong_code' });
    expect(await confirm(code)).toMatchObject({ status: 409, code: 'email_change.too_many_tries' });
    expect((await ownRow()).email).toBe('eve@example.org');
    await eve.api.run('CancelEmailChange', { personId: eve.personId });
    // the next code is one of another moment
    await stage.advance('PT1S');
  });

  chapter('is another once its code was entered: I sign in with it, and the earlier one is told and opens nothing', async () => {
    await stage.tocsin.anonymous.request('POST', '/api/password-resets', { email: 'eve@example.org' });
    await stage.settle();
    const reset = await stage.mailbox!.waitFor(
      ({ to, subject }) => /new password/.test(subject ?? '') && JSON.stringify(to).includes('eve@'),
    );
    await ask('eve@example.net');
    const code = await requestCodeTo('eve@example.net');
    expect(await confirm(code === '000000' ? '111111' : '000000')).toMatchObject({ code: 'email_change.wrong_code' });
    await eve.api.run('ConfirmEmailChange', { personId: eve.personId, code });
    await stage.settle();
    const noticeMail = await stage.mailbox!.waitFor(({ subject }) => subject === 'Your e-mail address in Tocsin was changed');
    expect(JSON.stringify(noticeMail.to)).toContain('eve@example.org');
    expect(noticeMail.text).not.toContain('example.net');
    const signIn = (email: string) => stage.tocsin.anonymous.request('POST', '/api/session', { email, password: first });
    expect([(await signIn('eve@example.org')).status, (await signIn('eve@example.net')).status]).toEqual([401, 201]);
    const link = `/api/password-resets/${/\/reset\/(\S+)/.exec(reset.text ?? '')![1]!}`;
    expect((await stage.tocsin.anonymous.request('GET', link)).status).toBe(404);
  });
});

describe('an invitation', () => {
  it('is mailed where mail is set up, and can be copied all the same', async () => {
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Dee', email: 'dee@example.org' });
    await stage.settle();
    const mail = await stage.mailbox!.waitFor(({ to }) => JSON.stringify(to).includes('dee@example.org'));
    expect(says).toMatchObject({ mailed: true });
    expect(mail.text).toContain(says['invitation']);
    expect(mail.text).toContain('Ana invites you');
  });
});
