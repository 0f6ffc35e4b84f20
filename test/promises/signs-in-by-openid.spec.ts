import { story } from '@tocsin/testing/stage/story.js';
import type { AccessShown } from '@tocsin/contracts/access/noun.js';
import type { SignInSettings } from '@tocsin/contracts/sign-in/noun.js';
import { CookieBrowser } from '@tocsin/testing/browser/cookie-browser.js';
import { IdentityProvider, type ProviderPerson } from '@tocsin/testing/fakes/identity-provider.js';
import { signInThroughProvider, whoIsIn } from '@tocsin/testing/browser/provider-sign-in.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const client = { id: 'tocsin', secret: 'the secret of the client' };
const label = 'Harbour ID';
let stage: Stage;
let provider: IdentityProvider;

const providerUser = (name: string, more: Partial<ProviderPerson> = {}): ProviderPerson => ({
  sub: `subject-of-${name.toLowerCase()}`,
  name,
  email: `${name.toLowerCase()}@example.org`,
  email_verified: true,
  ...more,
});
const configure = (more: object = {}, isOnlyOpenId = false) =>
  stage.ana.api.run('ConfigureSignIn', {
    openId: {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      label,
      domains: [],
      createsPeople: false,
      ...more,
    },
    onlyOpenId: isOnlyOpenId,
  });

beforeAll(async () => {
  stage = await Stage.begin();
  provider = await IdentityProvider.start({ ...client, callback: `${stage.tocsin.url}/api/openid/callback` });
  provider.addPeople(
    providerUser('Ana'),
    providerUser('Bo'),
    providerUser('Cleo'),
    providerUser('Dee'),
    providerUser('Eve', { email_verified: false }),
  );
  await configure();
  await stage.settle();
});
afterAll(async () => {
  await stage.close();
  await provider.close();
});

const signIn = (name: string, browser = new CookieBrowser(), targetPath = '/alerts', meanwhile = async () => {}): Promise<string> =>
  signInThroughProvider(stage.tocsin, `subject-of-${name}`, { browser, to: targetPath, atProvider: meanwhile });
const whoIn = (browser: CookieBrowser): Promise<string | undefined> => whoIsIn(stage.tocsin, browser);

story('signing in by OpenID Connect', (chapter) => {
  chapter('is offered by its name, and its secret is shown to no one', async () => {
    const signInMethods = await stage.tocsin.anonymous.request('GET', '/api/sign-in');
    expect(signInMethods.body).toEqual({ openId: { label }, onlyOpenId: false, mail: false });
    const settings = await stage.ana.api.request<SignInSettings>('GET', '/api/settings/sign-in');
    expect(settings.body.callback).toBe(`${stage.tocsin.url}/api/openid/callback`);
    expect(JSON.stringify(settings.body)).not.toContain(client.secret);
  });

  chapter('lets me in by my verified e-mail address, knows me by my subject from then on, and brings me back where I was', async () => {
    const browser = new CookieBrowser();
    expect(await signIn('ana', browser, '/services?team=1')).toBe('/services?team=1');
    expect(await whoIn(browser)).toBe(stage.ana.personId);
    const access = await stage.ana.api.request<AccessShown>('GET', `/api/people/${stage.ana.personId}/access`);
    expect(access.body).toMatchObject({ openId: true, password: true });
    provider.addPeople(
      providerUser('Ana', { email: 'ana.new@example.org' }),
      providerUser('Bo'),
      providerUser('Cleo'),
      providerUser('Dee'),
    );
    const secondBrowser = new CookieBrowser();
    await signIn('ana', secondBrowser);
    expect(await whoIn(secondBrowser)).toBe(stage.ana.personId);
  });

  chapter('lets the invited join without a password', async () => {
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Bo', email: 'bo@example.org', role: 'observer' });
    await stage.settle();
    const browser = new CookieBrowser();
    await signIn('bo', browser);
    expect(await whoIn(browser)).toBe(says['personId']);
    expect(await stage.ana.api.row('people', String(says['personId']))).toMatchObject({ state: 'active', role: 'observer', name: 'Bo' });
    const access = await stage.ana.api.request<AccessShown>('GET', `/api/people/${String(says['personId'])}/access`);
    expect(access.body).toMatchObject({ openId: true, password: false });
  });

  chapter('refuses uninvited people, unverified addresses, domains that are not allowed, and disabled people', async () => {
    provider.addPeople(
      providerUser('Cleo'),
      providerUser('Dee', { email: 'dee@elsewhere.test' }),
      providerUser('Eve', { email_verified: false }),
      providerUser('Bo'),
    );
    const browser = new CookieBrowser();
    expect(await signIn('cleo', browser)).toBe('/sign-in?problem=openid.not_invited');
    expect(await whoIn(browser)).toBeUndefined();
    expect(await signIn('eve')).toBe('/sign-in?problem=openid.email_not_verified');
    await configure({ domains: ['example.org'], createsPeople: true });
    await stage.settle();
    expect(await signIn('dee')).toBe('/sign-in?problem=openid.domain');
    const bo = (await stage.ana.api.list('people')).find(({ name }) => name === 'Bo')!;
    await stage.ana.api.run('DisablePerson', { personId: bo.id });
    await stage.settle();
    expect(await signIn('bo')).toBe('/sign-in?problem=openid.not_invited');
  });

  chapter('makes uninvited people members, if that is set', async () => {
    const browser = new CookieBrowser();
    expect(await signIn('cleo', browser)).toBe('/alerts');
    const cleo = (await stage.ana.api.list('people')).find(({ name }) => name === 'Cleo')!;
    expect(cleo).toMatchObject({ id: await whoIn(browser), role: 'member', state: 'active' });
  });

  chapter('does not take another account for mine because it got my address, until an admin unlinks the older one', async () => {
    const cleo = (await stage.ana.api.list('people')).find(({ name }) => name === 'Cleo')!;
    provider.addPeople({ ...providerUser('Cleo'), sub: 'subject-of-successor' });
    expect(await signIn('successor')).toBe('/sign-in?problem=openid.other_account');
    await stage.ana.api.run('UnlinkOpenId', { personId: cleo.id });
    await stage.settle();
    const browser = new CookieBrowser();
    await signIn('successor', browser);
    expect(await whoIn(browser)).toBe(cleo.id);
  });

  const callbackUrl = (query: string): string => `${stage.tocsin.url}/api/openid/callback?${query}`;

  chapter('the way back counts only in the browser that began, and once', async () => {
    provider.addPeople(providerUser('Ana'));
    const ownBrowser = new CookieBrowser();
    expect(await signIn('ana', ownBrowser)).toBe('/alerts');
    const usedCallback = ownBrowser.visitedUrls.find((url) => url.startsWith(callbackUrl('')))!;
    expect(usedCallback).toContain('code=');
    expect((await ownBrowser.go(usedCallback, {}, /sign-in/)).url).toContain('problem=openid.round_over');
    expect((await new CookieBrowser().go(usedCallback, {}, /sign-in/)).url).toContain('problem=openid.round_over');
  });

  chapter('the way back of somebody else’s round changes nothing: state, nonce and code belong together', async () => {
    const otherBrowser = new CookieBrowser();
    await signIn('ana', otherBrowser);
    const usedCallback = new URL(otherBrowser.visitedUrls.find((url) => url.startsWith(callbackUrl('')))!);
    const ownBrowser = new CookieBrowser();
    await ownBrowser.go(`${stage.tocsin.url}/api/openid/start?to=/`);
    expect((await ownBrowser.go(usedCallback.href, {}, /sign-in/)).url).toContain('problem=openid.refused');
    expect(await whoIn(ownBrowser)).toBeUndefined();
  });

  chapter('the way back is open for ten minutes', async () => {
    const advanceBy = (duration: string) => async (): Promise<void> => void (await stage.advance(duration));
    expect(await signIn('ana', new CookieBrowser(), '/alerts', advanceBy('PT9M59S'))).toBe('/alerts');
    const lateBrowser = new CookieBrowser();
    expect(await signIn('ana', lateBrowser, '/alerts', advanceBy('PT10M1S'))).toBe('/sign-in?problem=openid.round_over');
    expect(await whoIn(lateBrowser)).toBeUndefined();
  });

  chapter('the way back leads to no other site', async () => {
    for (const foreignTarget of ['https://evil.example.org/', '//evil.example.org', '/\\evil.example.org', '/ /evil']) {
      const browser = new CookieBrowser();
      expect(await signIn('ana', browser, foreignTarget)).toBe('/');
    }
  });

  const byPassword = (name: string, password = 'correct horse battery') =>
    stage.tocsin.anonymous.request<{ code: string }>('POST', '/api/session', { email: `${name}@example.org`, password });

  chapter(
    'passwords for owners alone are refused to everyone else with the same text, whether right or wrong, existing or not',
    async () => {
      await stage.ana.api.prove();
      await stage.tocsin.join(stage.ana.api, 'Finn', 'admin');
      expect((await byPassword('finn')).status).toBe(201);
      await configure({}, true);
      await stage.settle();
      const answers = [await byPassword('finn'), await byPassword('finn', 'wrong'), await byPassword('nobody')];
      for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'session.openid_only' } });
      expect((await byPassword('ana')).status).toBe(201);
    },
  );

  chapter('passwords for owners alone do not let an invited person in by a password', async () => {
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Gus', email: 'gus@example.org' });
    const link = `/api/invitations/${String(says['invitation']).split('/invite/')[1]!}`;
    await stage.settle();
    expect(await stage.tocsin.anonymous.request('POST', link, { password: 'correct horse battery' })).toMatchObject({
      status: 401,
      body: { code: 'session.openid_only' },
    });
  });

  chapter(
    'passwords for owners alone are not needed to show again that it is I: who has none signs in again by the provider, and stays in the same session',
    async () => {
      provider.addPeople(providerUser('Hal'));
      await stage.ana.api.run('InvitePerson', { name: 'Hal', email: 'hal@example.org' });
      await stage.settle();
      const browser = new CookieBrowser();
      await signIn('hal', browser);
      const sessionCookie = (): string => `tocsin_session=${browser.cookie(stage.tocsin.url, 'tocsin_session')!}`;
      const headersFor = (session: string) => ({ cookie: session, 'sec-fetch-site': 'same-origin' });
      const before = sessionCookie();
      const sessionHeaders = headersFor(before);
      const listSessions = async (session: string) =>
        (
          await stage.tocsin.anonymous.request<AccessShown>(
            'GET',
            `/api/people/${(await whoIn(browser))!}/access`,
            undefined,
            headersFor(session),
          )
        ).body.sessions;
      const [ownSession] = await listSessions(before);
      const issue = (name: string) =>
        stage.tocsin.anonymous.request('POST', '/api/commands/IssuePersonalToken', { name, scopes: ['read'] }, headersFor(sessionCookie()));
      expect((await issue('Fresh')).status).toBe(202);
      await stage.advance('PT16M');
      expect(await issue('Later')).toMatchObject({ status: 403, body: { code: 'session.proof_needed' } });
      const proof = await stage.tocsin.anonymous.request('POST', '/api/session/proof', { password: 'anything at all' }, sessionHeaders);
      expect(proof).toMatchObject({ status: 409, body: { code: 'password.none' } });
      // the provider has forgotten them meanwhile
      for (const name of ['_session', '_session.sig', '_session.legacy', '_session.legacy.sig']) browser.forget(provider.issuer, name);
      await signIn('hal', browser, '/me');
      // the same session, under a token that a copy of the former cookie does not have
      expect(sessionCookie()).not.toBe(before);
      expect((await listSessions(sessionCookie())).map(({ key, isThis }) => [key, isThis])).toEqual([[ownSession!.key, true]]);
      const tokenFields = { name: 'Copied', scopes: ['read'] };
      expect(await stage.tocsin.anonymous.request('POST', '/api/commands/IssuePersonalToken', tokenFields, sessionHeaders)).toMatchObject({
        status: 403,
        body: { code: 'session.proof_needed' },
      });
      expect((await issue('Later')).status).toBe(202);
      await stage.ana.api.prove();
    },
  );

  chapter('passwords for owners alone open Tocsin when the provider is down, which is said in a sentence', async () => {
    stage.expectedErrors = /identity provider/;
    await provider.close();
    const failedSignIn = await new CookieBrowser().go(`${stage.tocsin.url}/api/openid/start`, {}, /sign-in/);
    expect(failedSignIn.url).toBe(`${stage.tocsin.url}/sign-in?problem=openid.unreachable`);
    expect((await byPassword('ana')).status).toBe(201);
    const { body } = await stage.ana.api.request<{ troubles: { where: string; message: string }[] }>('GET', '/api/health');
    expect(body.troubles).toContainEqual(expect.objectContaining({ where: 'identity provider' }));
  });

  chapter('passwords for owners alone can’t be set to a provider that does not answer: the field is named', async () => {
    const openId = { issuer: provider.issuer, clientId: client.id, label, domains: [], createsPeople: false };
    expect(await stage.ana.api.expectRefusal('ConfigureSignIn', { openId, onlyOpenId: false })).toMatchObject({
      code: 'sign_in.provider_silent',
      errors: [{ path: 'openId.issuer' }],
    });
    expect((await stage.ana.api.request<SignInSettings>('GET', '/api/settings/sign-in')).body.onlyOpenId).toBe(true);
  });

  chapter('once it was switched off, it is switched on again only with the client secret: the earlier one is not kept', async () => {
    await stage.ana.api.run('ConfigureSignIn', { openId: null, onlyOpenId: false });
    await stage.settle();
    const start = await new CookieBrowser().go(`${stage.tocsin.url}/api/openid/start`, {}, /sign-in/);
    expect(start.url).toBe(`${stage.tocsin.url}/sign-in?problem=openid.off`);
    const openId = { issuer: provider.issuer, clientId: client.id, label, domains: [], createsPeople: false };
    expect(await stage.ana.api.expectRefusal('ConfigureSignIn', { openId, onlyOpenId: false })).toMatchObject({
      status: 422,
      code: 'sign_in.secret_missing',
      errors: [{ path: 'openId.clientSecret' }],
    });
  });
});
