import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Watch } from '@tocsin/testing/stage/watch.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const signIn = (password = 'correct horse battery', email = 'ana@example.org') =>
  stage.tocsin.anonymous.request<SessionAnswer & { code: string }>('POST', '/api/session', { email, password });
const withToken = async (): Promise<Client> => new Client(stage.tocsin.url, (await signIn()).body.token!, stage.ana.personId);

describe('a session', () => {
  it('begins with e-mail and password, as an HttpOnly cookie', async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 201, body: { personId: stage.ana.personId, role: 'owner' } });
    expect(answer.headers.get('set-cookie')).toMatch(/tocsin_session=.*HttpOnly; SameSite=Lax/);
  });

  it('is refused in the same words whether the person is unknown or the password wrong', async () => {
    const [wrongAnswer, unknownAnswer] = [await signIn('wrong password'), await signIn('wrong password', 'nobody@example.org')];
    expect(wrongAnswer).toMatchObject({ status: 401, body: { code: 'session.refused' } });
    expect({ ...unknownAnswer.body, correlationId: '' }).toEqual({ ...wrongAnswer.body, correlationId: '' });
  });

  it('is refused after the same work, whether the account is there, not there, not joined, disabled or without a password', async () => {
    const api = await withToken();
    const formerMember = await stage.tocsin.join(api, 'Gone');
    await api.run('DisablePerson', { personId: formerMember.personId, leaveGaps: true });
    await api.run('InvitePerson', { name: 'Invited', email: 'invited@example.org' });
    await stage.settle();
    const countHashes = async (): Promise<number> =>
      Number(/^tocsin_password_checks (\d+)/m.exec(String((await stage.tocsin.anonymous.request('GET', '/metrics')).body))![1]);
    for (const name of ['ana', 'nobody-at-all', 'gone', 'invited']) {
      const before = await countHashes();
      for (let time = 0; time < 8; time += 1) expect((await signIn('wrong password', `${name}@example.org`)).status).toBe(401);
      expect([name, (await countHashes()) - before]).toEqual([name, 8]);
    }
    await stage.advance('PT15M1S');
  });

  it('ends when I sign out: its token opens nothing any more, and my others go on', async () => {
    const [one, other] = [await withToken(), await withToken()];
    expect(await one.request('DELETE', '/api/session')).toMatchObject({ status: 204 });
    expect(await one.request('GET', '/api/views/alertGroups')).toMatchObject({ status: 401, body: { code: 'session.required' } });
    expect(await other.request('GET', '/api/session')).toMatchObject({ status: 200 });
  });

  it('lasts over a restart', async () => {
    const client = await withToken();
    await stage.restart('SIGKILL');
    expect(await new Client(stage.tocsin.url, client.token, client.personId).request('GET', '/api/session')).toMatchObject({ status: 200 });
    // the clock begins at the last event: wrong passwords of another test are minutes old again
    await stage.advance('PT15M1S');
  });

  it('ends 30 days after it was used last', async () => {
    const client = await withToken();
    await stage.advance('P29D');
    expect(await client.request('GET', '/api/session')).toMatchObject({ status: 200 });
    await stage.advance('P29D');
    expect(await client.request('GET', '/api/session')).toMatchObject({ status: 200 });
    await stage.advance('P30DT1S');
    expect(await client.request('GET', '/api/session')).toMatchObject({ status: 401 });
  });

  it('ends with its live line: nothing more is told on it', async () => {
    const [client, other] = [await withToken(), await withToken()];
    const watch = await Watch.on(client, 'alertGroups');
    const watchEnd = watch.waitForEnd();
    await stage.advance('P29D');
    expect(await other.request('GET', '/api/session')).toMatchObject({ status: 200 });
    await stage.advance('P1DT1S');
    await other.run('SendTestAlert', { serviceId: stage.setUpAnswer.serviceId });
    await watchEnd;
  });

  it('goes on with its live line when I sign in anew elsewhere, and ends when I sign out', async () => {
    const client = await withToken();
    const watch = await Watch.on(client, 'alertGroups');
    const watchEnd = watch.waitForEnd();
    await withToken();
    await client.request('DELETE', '/api/session');
    await watchEnd;
    await expect(Watch.on(client, 'alertGroups')).rejects.toThrow('session.required');
  });

  it('is not acted on from another site', async () => {
    const token = (await signIn()).body.token!;
    const { anonymous: nobody } = stage.tocsin;
    const headers = { cookie: `tocsin_session=${token}`, 'idempotency-key': 'k' };
    const send = (more: Record<string, string>) =>
      nobody.request('POST', '/api/commands/SendTestAlert', { serviceId: stage.setUpAnswer.serviceId }, { ...headers, ...more });
    expect(await send({ origin: 'https://evil.example.org' })).toMatchObject({ status: 403, body: { code: 'request.foreign' } });
    expect(await send({ origin: stage.tocsin.url })).toMatchObject({ status: 202 });
  });

  it('is not guessed: after ten wrong passwords the account has to wait', async () => {
    // what was typed wrong before counts no more
    await stage.advance('PT15M1S');
    for (let time = 0; time < 10; time += 1) expect((await signIn(`wrong ${time}`)).status).toBe(401);
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 429, body: { code: 'limit.rate' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await stage.advance('PT15M1S');
    expect((await signIn()).status).toBe(201);
  });

  it('that was refused is counted, and nothing of what was typed is kept', async () => {
    const countSessions = async (): Promise<number> =>
      Number(
        /^tocsin_refused_total\{code="session\.refused"\} (\d+)$/m.exec(
          String((await stage.tocsin.anonymous.request('GET', '/metrics')).body),
        )?.[1] ?? 0,
      );
    const client = await withToken();
    const [before, events] = [await countSessions(), await client.events('people-directory')];
    await signIn('swordfish-typed', 'typed-address@example.org');
    expect(await countSessions()).toBe(before + 1);
    expect(await client.events('people-directory')).toEqual(events);
    expect(filesWith(stage.tocsin.data, ['swordfish-typed', 'typed-address'])).toEqual([]);
    expect(stage.tocsin.output()).not.toMatch(/swordfish-typed|typed-address/);
  });
});

describe('an invitation', () => {
  it('is good once, and for seven days', async () => {
    const { api } = stage.ana;
    const invite = async (name: string): Promise<string> => {
      const { says } = await new Client(stage.tocsin.url, (await signIn()).body.token!, api.personId).run('InvitePerson', {
        name,
        email: `${name.toLowerCase()}@example.org`,
      });
      return `/api/invitations/${String(says['invitation']).split('/invite/')[1]!}`;
    };
    const [first, second] = [await invite('Bo'), await invite('Cleo')];
    const { anonymous: nobody } = stage.tocsin;
    await stage.settle();
    expect(await nobody.request('GET', first)).toMatchObject({ status: 200, body: { name: 'Bo', organisation: 'Acme' } });
    expect(await nobody.request('POST', first, { password: 'short' })).toMatchObject({ status: 422 });
    expect(await nobody.request('POST', first, { password: 'correct horse battery' })).toMatchObject({ status: 201 });
    expect(await nobody.request('POST', first, { password: 'correct horse battery' })).toMatchObject({ status: 404 });
    await stage.advance('P7DT1S');
    expect(await nobody.request('POST', second, { password: 'correct horse battery' })).toMatchObject({
      status: 404,
      body: { code: 'invitation.invalid' },
    });
  });
});
