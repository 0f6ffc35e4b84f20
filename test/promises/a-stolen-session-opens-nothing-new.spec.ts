import { story } from '@tocsin/testing/stage/story.js';
import { TOTP } from 'otpauth';
import type { AccessShown, TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import { commandExamples, commands, type CommandInput, type CommandType } from '@tocsin/contracts/catalogue.js';
import { commandsToProve } from '@tocsin/contracts/proof.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Watch } from '@tocsin/testing/stage/watch.js';

const password = 'correct horse battery';
const token = { name: 'Deploys', scopes: ['read'] } satisfies CommandInput<'IssuePersonalToken'>;
const proofNeeded = { status: 403, code: 'session.proof_needed' };

let stage: Stage;
let bo: Client;
let line: Watch | undefined;
afterAll(() => line?.close());
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.tocsin.join(stage.ana.api, 'Bo', 'admin');
});
afterAll(() => stage.close());

const prove = (client: Client, body: object) => client.request<{ code?: string; token?: string }>('POST', '/api/session/proof', body);

story('a stolen session', (chapter) => {
  chapter('is not asked in its first quarter of an hour: whoever has just signed in has shown who they are', async () => {
    await stage.ana.api.run('IssuePersonalToken', { ...token, name: 'The first' });
    await stage.advance('PT15M');
    await stage.ana.api.run('IssuePersonalToken', { ...token, name: 'The second' });
  });

  chapter('issues no token, makes no reset link and touches no second step after that', async () => {
    await stage.advance('PT1M');
    const { personId } = bo;
    const bodies: { readonly [T in (typeof commandsToProve)[number]]: CommandInput<T> } = {
      IssuePersonalToken: token,
      IssueServiceToken: { ...token, teamId: null },
      MakeCalendarFeed: { of: { kind: 'person' } },
      ErasePerson: { personId },
      AskEmailChange: { personId, email: 'mine@example.org' },
      MakePasswordResetLink: { personId },
      TurnOnTwoFactor: { personId, code: '000000' },
      TurnOffTwoFactor: { personId, code: '000000' },
      MakeRecoveryCodes: { personId, code: '000000' },
      ConfigureSignIn: { openId: null, onlyOpenId: false },
      ConfirmIdentityProvider: { issuer: 'https://id.example.org', clientId: 'tocsin' },
      MakeAuditor: { personId },
      ChangePublicAddress: { url: 'https://bell.example.org' },
      ConfigureMailServer: { host: 'mail.example.org', port: 587, security: 'starttls', from: 'tocsin@example.org', user: null },
      RemoveMailServer: {},
      AddConnection: commandExamples.AddConnection.body,
      ChangeConnection: commandExamples.ChangeConnection.body,
      RemoveConnection: commandExamples.RemoveConnection.body,
      CreateEventSubscription: { teamId: null, name: 'Mine', address: 'https://example.org/', kinds: ['opened'] },
      ChangeEventSubscription: { subscriptionId: personId, version: 1, name: 'Mine', kinds: ['opened'] },
      RotateEventSubscriptionSecret: { subscriptionId: personId },
      GiveStandingApproval: commandExamples.GiveStandingApproval.body,
    };
    // commands that no admin may send are sent by an owner
    const clientFor = (type: CommandType): Client => (commands[type].permission === 'owner.configure' ? stage.ana.api : bo);
    for (const type of commandsToProve)
      expect([type, await clientFor(type).expectRefusal(type, bodies[type])]).toMatchObject([type, proofNeeded]);
    expect(await bo.expectRefusal('ErasePerson', { personId })).toMatchObject(proofNeeded);
    // acts needed at night require no proof
    await bo.run('AddContactMethod', { kind: 'browser', personId });
  });

  chapter('does it once the password is given, and the refused command may come again under its key', async () => {
    const key = 'the same press';
    const issueToken = () =>
      bo.request<{ says?: { token: string } }>('POST', '/api/commands/IssuePersonalToken', token, { 'idempotency-key': key });
    expect(await issueToken()).toMatchObject({ status: 403, body: proofNeeded });
    expect(await prove(bo, { password: 'a guess, a guess' })).toMatchObject({ status: 409, body: { code: 'password.wrong' } });
    expect(await prove(bo, { code: '123456' })).toMatchObject({ status: 409, body: { code: 'password.wrong' } });
    expect(await issueToken()).toMatchObject({ status: 403 });
    await bo.prove(password);
    const issueAnswer = await issueToken();
    expect(issueAnswer).toMatchObject({ status: 202, body: { says: { token: expect.stringMatching(/^tsn_/) } } });
    // and its answer is repeated only after a new proof, not for the session alone
    await stage.advance('PT16M');
    expect(await issueToken()).toMatchObject({ status: 403, body: proofNeeded });
    await bo.prove(password);
    expect((await issueToken()).body.says).toMatchObject({ token: issueAnswer.body.says?.token });
  });

  chapter('is given the same answer again, however much later: a token ends when it was first said to end', async () => {
    const key = 'a token that is asked for twice';
    const issuePersonalToken = async () =>
      (await bo.request('POST', '/api/commands/IssuePersonalToken', { ...token, name: 'Twice' }, { 'idempotency-key': key })).body;
    const first = await issuePersonalToken();
    await stage.advance('PT10M');
    expect(await issuePersonalToken()).toEqual(first);
    const service = { ...token, name: 'Twice', teamId: null };
    const issueTokenTwice = () => bo.run('IssueServiceToken', service, 'a service token that is asked for twice');
    const repeatAnswer = await issueTokenTwice();
    await stage.advance('PT1M');
    expect(await issueTokenTwice()).toEqual(repeatAnswer);
    await bo.prove(password);
  });

  chapter('can’t make anyone an owner or an admin, or enable one again, without the password', async () => {
    const { api } = stage.ana;
    await api.prove(password);
    const cleo = await stage.tocsin.join(api, 'Cleo', 'observer');
    const dee = await stage.tocsin.join(api, 'Dee', 'admin');
    await api.run('DisablePerson', { personId: dee.personId, leaveGaps: true });
    await stage.advance('PT16M');
    const invite = (role: 'owner' | 'admin' | 'member') => ({ name: 'X', email: `${role}@example.org`, role }) as const;
    const toImportBody = (role: string) => ({ rows: [{ name: 'Y', email: `${role}.y@example.org`, role }], what: 'all' });
    const requestAll = async (client: Client) => [
      (await client.expectRefusal('InvitePerson', invite('admin'))).code,
      (await client.expectRefusal('ChangePersonRole', { personId: cleo.personId, role: 'admin' })).code,
      (await client.expectRefusal('ChangePersonRole', { personId: cleo.personId, role: 'member' })).code,
      (await client.expectRefusal('EnablePerson', { personId: dee.personId })).code,
      (await client.request<{ code: string }>('POST', '/api/people/import', toImportBody('admin'))).body.code,
    ];
    expect(await requestAll(api)).toEqual(Array<string>(5).fill('session.proof_needed'));
    expect(await requestAll(bo)).toEqual(Array<string>(5).fill('session.proof_needed'));
    expect(await api.expectRefusal('InvitePerson', invite('owner'))).toMatchObject(proofNeeded);
    expect(await api.expectRefusal('ChangePersonRole', { personId: bo.personId, role: 'owner' })).toMatchObject(proofNeeded);
    // previewing a table, inviting members and removing roles requires no proof
    expect((await api.request('POST', '/api/people/import', { ...toImportBody('admin'), what: 'check' })).status).toBe(202);
    expect((await api.request('POST', '/api/people/import', toImportBody('member'))).status).toBe(202);
    await api.run('InvitePerson', invite('member'));
    await api.prove(password);
    await api.run('ChangePersonRole', { personId: cleo.personId, role: 'admin' });
    await stage.advance('PT16M');
    await api.run('ChangePersonRole', { personId: cleo.personId, role: 'observer' });
    await bo.prove(password);
  });

  chapter(
    'profits nothing from the proof of its person: a copy of the cookie goes on without it, and ends once the new one is used',
    async () => {
      const { api } = stage.ana;
      await stage.advance('PT16M');
      const ownWatch = (line = await Watch.on(api, 'alertGroups'));
      const copiedHeaders = { cookie: `tocsin_session=${api.token}`, 'sec-fetch-site': 'same-origin' };
      const requestAsThief = (method: string, path: string, body?: object) =>
        stage.tocsin.anonymous.request(method, path, body, copiedHeaders);
      const issueStolenToken = () => requestAsThief('POST', '/api/commands/IssuePersonalToken', { ...token, name: 'Stolen' });
      // a lost answer: it locks no one out, and the proof is not usable by others
      expect((await prove(api, { password })).status).toBe(200);
      await stage.advance('PT10M');
      expect(await issueStolenToken()).toMatchObject({ status: 403, body: proofNeeded });
      await api.prove(password);
      await api.run('IssuePersonalToken', { ...token, name: 'Mine' });
      expect(await issueStolenToken()).toMatchObject({ status: 403, body: proofNeeded });
      // pending requests are still answered
      expect((await requestAsThief('GET', '/api/session')).status).toBe(200);
      await stage.advance('PT1M1S');
      expect((await requestAsThief('GET', '/api/session')).status).toBe(401);
      // an open tab gets updates until the session ends
      await api.run('SendTestAlert', { serviceId: stage.setUpAnswer.serviceId });
      await ownWatch.waitForRow('alertGroups', ({ test }) => test);
      const { sessions } = (await api.request<AccessShown>('GET', `/api/people/${api.personId}/access`)).body;
      const watchEnd = ownWatch.waitForEnd();
      await (
        await stage.tocsin.signIn('Ana')
      ).request('DELETE', `/api/people/${api.personId}/sessions/${sessions.find(({ isThis }) => isThis)!.key}`);
      await watchEnd;
      expect((await api.request('GET', '/api/session')).status).toBe(401);
    },
  );

  chapter('proves itself, and no other one of the same person', async () => {
    const { body } = await stage.tocsin.anonymous.request<{ token: string }>('POST', '/api/session', { email: 'bo@example.org', password });
    const otherClient = new Client(stage.tocsin.url, body.token, bo.personId);
    await stage.advance('PT16M');
    await otherClient.prove(password);
    await otherClient.run('IssuePersonalToken', { ...token, name: 'Elsewhere' });
    expect(await bo.expectRefusal('IssuePersonalToken', { ...token, name: 'Here' })).toMatchObject(proofNeeded);
  });

  chapter('has ten guesses at the password', async () => {
    const api = await stage.tocsin.signIn('Ana');
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push((await prove(api, { password: `a wrong one, ${n}` })).body.code);
    expect(guesses).toEqual([...Array<string>(10).fill('password.wrong'), 'limit.rate']);
  });

  chapter('cannot begin the second step that its person would then need', async () => {
    const { secret } = (await bo.request<TwoFactorOffer>('POST', '/api/two-factor')).body;
    const generateCode = async () => new TOTP({ secret }).generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
    expect(await bo.expectRefusal('TurnOnTwoFactor', { personId: bo.personId, code: await generateCode() })).toMatchObject(proofNeeded);
    await bo.prove(password);
    await bo.run('TurnOnTwoFactor', { personId: bo.personId, code: await generateCode() });
  });

  chapter('is a token even less: no token issues one, whatever its scopes', async () => {
    const { says } = await bo.run('IssuePersonalToken', { name: 'All', scopes: ['read', 'configure', 'alert_groups.act'] });
    const program = new Client(stage.tocsin.url, String(says['token']), bo.personId);
    for (const type of commandsToProve) {
      expect([type, await program.request('POST', `/api/commands/${type}`, {})]).toMatchObject([
        type,
        { status: 403, body: { code: 'token.not_for_this' } },
      ]);
    }
    expect(await prove(program, { password })).toMatchObject({ status: 403, body: { code: 'token.not_for_this' } });
  });
});
