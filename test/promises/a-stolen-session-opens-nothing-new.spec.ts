import { TOTP } from 'otpauth';
import type { TwoFactorOffered } from '@tocsin/contracts/access.js';
import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { commandsToProve } from '@tocsin/contracts/proof.js';
import { Stage } from '@tocsin/testing/stage.js';
import { Client } from '@tocsin/testing/tocsin.js';

const password = 'correct horse battery';
const token = { name: 'Deploys', scopes: ['read'] } satisfies CommandInput<'IssuePersonalToken'>;
const needed = { status: 403, code: 'session.proof_needed' };

let stage: Stage;
let bo: Client;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.tocsin.join(stage.ana.api, 'Bo', 'admin');
});
afterAll(() => stage.close());

const prove = (client: Client, body: object) => client.request<{ code?: string }>('POST', '/api/session/proof', body);

describe('a session that somebody stole', () => {
  it('is not asked in its first quarter of an hour: whoever has just signed in has shown who they are', async () => {
    await stage.ana.api.run('IssuePersonalToken', { ...token, name: 'The first' });
    await stage.advance('PT15M');
    await stage.ana.api.run('IssuePersonalToken', { ...token, name: 'The second' });
  });

  it('issues no token, makes no reset link and touches no second step after that', async () => {
    await stage.advance('PT1M');
    const { personId } = bo;
    const bodies: { readonly [T in (typeof commandsToProve)[number]]: CommandInput<T> } = {
      IssuePersonalToken: token,
      IssueServiceToken: { ...token, teamId: null },
      MakePasswordResetLink: { personId },
      TurnOnTwoFactor: { personId, code: '000000' },
      TurnOffTwoFactor: { personId, code: '000000' },
      MakeRecoveryCodes: { personId, code: '000000' },
      ConfigureSignIn: { openId: null, onlyOpenId: false },
    };
    for (const type of commandsToProve) expect([type, await bo.refused(type, bodies[type])]).toMatchObject([type, needed]);
    // what is at hand at night asks for nothing
    await bo.run('AddContactMethod', { kind: 'browser', personId });
  });

  it('does it once the password is given, and the refused command may come again under its key', async () => {
    const key = 'the same press';
    const asked = () =>
      bo.request<{ says?: { token: string } }>('POST', '/api/commands/IssuePersonalToken', token, { 'idempotency-key': key });
    expect(await asked()).toMatchObject({ status: 403, body: needed });
    expect(await prove(bo, { password: 'a guess, a guess' })).toMatchObject({ status: 409, body: { code: 'password.wrong' } });
    expect(await prove(bo, { code: '123456' })).toMatchObject({ status: 409, body: { code: 'password.wrong' } });
    expect(await asked()).toMatchObject({ status: 403 });
    expect((await prove(bo, { password })).status).toBe(204);
    const issued = await asked();
    expect(issued).toMatchObject({ status: 202, body: { says: { token: expect.stringMatching(/^tsn_/) } } });
    // and what it showed is shown again to whoever proves it again, not to the session alone
    await stage.advance('PT16M');
    expect(await asked()).toMatchObject({ status: 403, body: needed });
    await prove(bo, { password });
    expect((await asked()).body.says).toMatchObject({ token: issued.body.says?.token });
  });

  it('proves itself, and no other one of the same person', async () => {
    const { body } = await stage.tocsin.nobody.request<{ token: string }>('POST', '/api/session', { email: 'bo@example.org', password });
    const elsewhere = new Client(stage.tocsin.url, body.token, bo.personId);
    await stage.advance('PT16M');
    await prove(elsewhere, { password });
    await elsewhere.run('IssuePersonalToken', { ...token, name: 'Elsewhere' });
    expect(await bo.refused('IssuePersonalToken', { ...token, name: 'Here' })).toMatchObject(needed);
  });

  it('has ten guesses at the password', async () => {
    const { api } = stage.ana;
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push((await prove(api, { password: `a wrong one, ${n}` })).body.code);
    expect(guesses).toEqual([...Array<string>(10).fill('password.wrong'), 'limit.rate']);
  });

  it('cannot begin the second step that its person would then need', async () => {
    const { secret } = (await bo.request<TwoFactorOffered>('POST', '/api/two-factor')).body;
    const code = async () => new TOTP({ secret }).generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
    expect(await bo.refused('TurnOnTwoFactor', { personId: bo.personId, code: await code() })).toMatchObject(needed);
    await prove(bo, { password });
    await bo.run('TurnOnTwoFactor', { personId: bo.personId, code: await code() });
  });

  it('is a token even less: no token issues one, whatever its scopes', async () => {
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
