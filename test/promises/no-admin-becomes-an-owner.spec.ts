import { story } from '@tocsin/testing/stage/story.js';
import type { AccessShown } from '@tocsin/contracts/access/noun.js';
import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import { CookieBrowser } from '@tocsin/testing/browser/cookie-browser.js';
import { IdentityProvider, type ProviderPerson } from '@tocsin/testing/fakes/identity-provider.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { signInThroughProvider, whoIsIn } from '@tocsin/testing/browser/provider-sign-in.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Watch } from '@tocsin/testing/stage/watch.js';

/* Adam is an admin, and wants to be an owner, or to act as one. */
const adamsProvider = { id: 'adams-own', secret: 'known to Adam' };
const tocsinProvider = { id: 'tocsin', secret: 'the secret of the client' };
const word = 'correct horse battery';

let stage: Stage;
let adam: Client;
let adams: IdentityProvider;
let provider: IdentityProvider;
beforeAll(async () => {
  stage = await Stage.begin();
  adam = await stage.tocsin.join(stage.ana.api, 'Adam', 'admin');
  const callback = `${stage.tocsin.url}/api/openid/callback`;
  adams = await IdentityProvider.start({ ...adamsProvider, callback });
  provider = await IdentityProvider.start({ ...tocsinProvider, callback });
});
afterAll(async () => {
  await stage.close();
  await adams.close();
  await provider.close();
});

const providerUser = (sub: string, email: string): ProviderPerson => ({ sub, email, email_verified: true, name: sub });
const signIn = (subject: string, browser = new CookieBrowser()): Promise<string> =>
  signInThroughProvider(stage.tocsin, subject, { browser });
const signInSettings = (provider: IdentityProvider, client: typeof adamsProvider, more: object = {}): CommandInput<'ConfigureSignIn'> => ({
  openId: {
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    label: 'Harbour ID',
    domains: [],
    createsPeople: false,
    ...more,
  },
  onlyOpenId: false,
});
const confirm = ({ issuer }: IdentityProvider, { id: clientId }: typeof adamsProvider) => ({ issuer, clientId });
const unconfirmedUrl = '/sign-in?problem=openid.owner_unconfirmed';
const secretOf = (answerFields: Readonly<Record<string, unknown>>, linkKind: 'invite' | 'reset'): string =>
  String(answerFields[linkKind === 'invite' ? 'invitation' : 'link']).split(`/${linkKind}/`)[1]!;
const join = (token: string) => stage.tocsin.anonymous.request<{ code: string }>('POST', `/api/invitations/${token}`, { password: word });
const reset = (token: string, password = word) =>
  stage.tocsin.anonymous.request<{ code: string }>('POST', `/api/password-resets/${token}`, { password });
const getAccess = async (personId: string): Promise<AccessShown> =>
  (await stage.ana.api.request<AccessShown>('GET', `/api/people/${personId}/access`)).body;
const proveAs = (name: string, password = word) =>
  stage.tocsin.anonymous.request<{ code: string }>('POST', '/api/session', { email: `${name}@example.org`, password });
const makeOwner = async (personId: string): Promise<void> => {
  await stage.ana.api.run('ChangePersonRole', { personId, role: 'owner' });
  await stage.settle();
};

/** The session of a person from before they were made an owner. */
let before: Client;
let line: Watch | undefined;
afterAll(() => line?.close());

story('an admin', (chapter) => {
  chapter(
    'by an identity provider that they set claims no owner, neither one who is here nor one who is invited, and says what to do',
    async () => {
      await adam.run('ConfigureSignIn', signInSettings(adams, adamsProvider));
      await stage.ana.api.run('InvitePerson', { name: 'Olga', email: 'olga@example.org', role: 'owner' });
      await stage.settle();
      adams.addPeople(providerUser('adams-ana', 'ana@example.org'), providerUser('adams-olga', 'olga@example.org'));
      for (const subject of ['adams-ana', 'adams-olga']) {
        const browser = new CookieBrowser();
        expect([subject, await signIn(subject, browser)]).toEqual([subject, unconfirmedUrl]);
        expect(await whoIsIn(stage.tocsin, browser)).toBeUndefined();
      }
      expect(await getAccess(stage.ana.personId)).toMatchObject({ openId: false });
      expect((await stage.ana.api.list('people')).find(({ name }) => name === 'Olga')).toMatchObject({ state: 'invited' });
    },
  );

  chapter('by an identity provider that they set is confirmed by an owner alone, and then lets owners in', async () => {
    await adam.run('ConfigureSignIn', signInSettings(provider, tocsinProvider));
    expect(await adam.expectRefusal('ConfirmIdentityProvider', confirm(provider, tocsinProvider))).toMatchObject({
      code: 'permission.denied',
    });
    // Adam puts his own there while Ana looks
    expect(await stage.ana.api.expectRefusal('ConfirmIdentityProvider', confirm(adams, adamsProvider))).toMatchObject({
      code: 'conflict.revision',
    });
    await stage.ana.api.run('ConfirmIdentityProvider', confirm(provider, tocsinProvider));
    await stage.settle();
    provider.addPeople(providerUser('ana-at-work', 'ana@example.org'));
    const browser = new CookieBrowser();
    expect(await signIn('ana-at-work', browser)).toBe('/alerts');
    expect(await whoIsIn(stage.tocsin, browser)).toBe(stage.ana.personId);
  });

  chapter(
    'by an identity provider that they set stays confirmed under another name, and not as another client or elsewhere, for who is linked too',
    async () => {
      await adam.run('ConfigureSignIn', signInSettings(provider, tocsinProvider, { label: 'Work', createsPeople: true }));
      expect(await signIn('ana-at-work')).toBe('/alerts');
      await adam.run('ConfigureSignIn', signInSettings(adams, adamsProvider));
      // under the subject by which the other one knows her
      adams.addPeople(providerUser('ana-at-work', 'ana@example.org'));
      expect(await signIn('ana-at-work')).toBe(unconfirmedUrl);
      await adam.run('ConfigureSignIn', signInSettings(provider, tocsinProvider));
      expect(await signIn('ana-at-work')).toBe(unconfirmedUrl);
      await stage.ana.api.run('ConfirmIdentityProvider', confirm(provider, tocsinProvider));
      expect(await signIn('ana-at-work')).toBe('/alerts');
    },
  );

  chapter(
    'by an identity provider that they set is the admin’s own when they are made an owner later, and stays an owner’s who is none any more',
    async () => {
      const ben = await stage.tocsin.join(stage.ana.api, 'Ben', 'admin');
      await ben.run('ConfigureSignIn', signInSettings(adams, adamsProvider));
      await makeOwner(ben.personId);
      adams.addPeople(providerUser('adams-ana', 'ana@example.org'));
      expect(await signIn('adams-ana')).toBe(unconfirmedUrl);
      const owner = await stage.tocsin.signIn('Ben');
      await owner.run('ConfigureSignIn', signInSettings(provider, tocsinProvider));
      await stage.ana.api.run('ChangePersonRole', { personId: ben.personId, role: 'admin' });
      expect(await signIn('ana-at-work')).toBe('/alerts');
    },
  );

  chapter('and a person who is made an owner: joins by no invitation that an admin saw: an owner makes another', async () => {
    const { says } = await adam.run('InvitePerson', { name: 'Bo', email: 'bo@example.org', role: 'admin' });
    await makeOwner(String(says['personId']));
    expect(await join(secretOf(says, 'invite'))).toMatchObject({ status: 404, body: { code: 'invitation.invalid' } });
    const invitationFields = { personId: String(says['personId']), name: 'Bo', email: 'bo@example.org', role: 'owner' } as const;
    expect(await adam.expectRefusal('InvitePerson', { ...invitationFields, role: 'member' })).toMatchObject({ code: 'permission.denied' });
    const newInvitation = await stage.ana.api.run('InvitePerson', invitationFields);
    expect((await join(secretOf(newInvitation.says, 'invite'))).status).toBe(201);
    // an owner’s invitation: the password counts
    expect((await proveAs('bo')).status).toBe(201);
  });

  chapter(
    'and a person who is made an owner: is not whom an admin has become: sessions, tokens, lines, links and the provider’s account of before end',
    async () => {
      const cleo = await stage.tocsin.join(stage.ana.api, 'Cleo');
      // all that Adam can get of a member
      await adam.run('ConfigureSignIn', signInSettings(adams, adamsProvider));
      adams.addPeople(providerUser('adams-cleo', 'cleo@example.org'));
      const browser = new CookieBrowser();
      expect(await signIn('adams-cleo', browser)).toBe('/alerts');
      expect(await whoIsIn(stage.tocsin, browser)).toBe(cleo.personId);
      before = cleo;
      const token = await cleo.run('IssuePersonalToken', { name: 'Prepared', scopes: ['read', 'alert_groups.act'] });
      const program = stage.tocsin.anonymous;
      const byToken = { authorization: `Bearer ${String(token.says['token'])}` };
      expect((await program.request('GET', '/api/views/people', undefined, byToken)).status).toBe(200);
      const link = await adam.run('MakePasswordResetLink', { personId: cleo.personId });
      line = await Watch.on(cleo, 'alertGroups');
      const watchEnd = line.waitForEnd();

      await makeOwner(cleo.personId);
      await watchEnd;
      expect(await whoIsIn(stage.tocsin, browser)).toBeUndefined();
      expect((await cleo.request('GET', '/api/session')).status).toBe(401);
      expect(await program.request('GET', '/api/views/people', undefined, byToken)).toMatchObject({ body: { code: 'token.invalid' } });
      expect(await reset(secretOf(link.says, 'reset'))).toMatchObject({ status: 404, body: { code: 'reset.invalid' } });
      expect(await signIn('adams-cleo')).toBe(unconfirmedUrl);
      expect(await getAccess(cleo.personId)).toMatchObject({ openId: false, password: true, sessions: [] });
      // Ana invited her, so no one else knows her password
      const owner = await stage.tocsin.signIn('Cleo');
      expect(await owner.request('GET', '/api/session')).toMatchObject({ status: 200, body: { role: 'owner' } });
    },
  );

  chapter(
    'and a person who is made an owner: has no password that came of a link which an admin saw, and chooses one by an owner’s',
    async () => {
      const dee = await stage.tocsin.join(stage.ana.api, 'Dee');
      // Dee signs in by the provider, and never learns of it
      const resetAnswer = await adam.run('MakePasswordResetLink', { personId: dee.personId });
      expect((await reset(secretOf(resetAnswer.says, 'reset'), 'chosen by Adam')).status).toBe(204);
      expect((await proveAs('dee', 'chosen by Adam')).status).toBe(201);
      // and changes the password that he knows, which does not give it back to Dee
      const asDee = await stage.tocsin.signIn('Dee', 'chosen by Adam');
      expect(
        (await asDee.request('POST', '/api/password', { oldPassword: 'chosen by Adam', newPassword: 'Adam’s once more' })).status,
      ).toBe(200);
      await makeOwner(dee.personId);
      for (const password of ['chosen by Adam', 'Adam’s once more'])
        expect(await proveAs('dee', password)).toMatchObject({ status: 401, body: { code: 'session.refused' } });
      expect(await getAccess(dee.personId)).toMatchObject({ password: false });
      expect(await adam.expectRefusal('MakePasswordResetLink', { personId: dee.personId })).toMatchObject({ code: 'permission.denied' });
      const { says } = await stage.ana.api.run('MakePasswordResetLink', { personId: dee.personId });
      expect((await reset(secretOf(says, 'reset'), 'Dee’s own at last')).status).toBe(204);
      expect((await proveAs('dee', 'Dee’s own at last')).status).toBe(201);
    },
  );

  chapter(
    'and a person who is made an owner: and whose link is used in that very moment: there is no order in which an admin gets in',
    async () => {
      const eve = await stage.tocsin.join(stage.ana.api, 'Eve');
      const { says } = await adam.run('MakePasswordResetLink', { personId: eve.personId });
      const promote = stage.ana.api.run('ChangePersonRole', { personId: eve.personId, role: 'owner' });
      await Promise.all([promote, reset(secretOf(says, 'reset'), 'chosen by Adam')]);
      await stage.settle();
      expect((await proveAs('eve', 'chosen by Adam')).status).toBe(401);
    },
  );

  chapter('and a person who is made an owner: changes nothing if they are already an owner', async () => {
    const { api } = stage.ana;
    expect((await api.run('ChangePersonRole', { personId: api.personId, role: 'owner' })).says).toMatchObject({ nothingNew: true });
    expect((await api.request('GET', '/api/session')).status).toBe(200);
  });

  const expectDenied = async <T extends CommandType>(type: T, data: CommandInput<T>): Promise<void> =>
    expect([type, await adam.expectRefusal(type, data)]).toMatchObject([type, { status: 403, code: 'permission.denied' }]);

  chapter('who asks plainly neither makes owners nor changes what signs one in or pages them', async () => {
    const { personId } = stage.ana;
    await expectDenied('ChangePersonRole', { personId: adam.personId, role: 'owner' });
    await expectDenied('ChangePersonRole', { personId, role: 'admin' });
    await expectDenied('InvitePerson', { name: 'Me', email: 'me@example.org', role: 'owner' });
    await expectDenied('DisablePerson', { personId, leaveGaps: true });
    await expectDenied('ErasePerson', { personId });
    await expectDenied('MakePasswordResetLink', { personId });
    await expectDenied('TurnOffTwoFactor', { personId });
    await expectDenied('UnlinkOpenId', { personId });
    await expectDenied('AddContactMethod', { kind: 'browser', personId });
    // an owner’s link to a new password would lead to him
    await expectDenied('ChangePublicAddress', { url: 'https://adam.example.org' });
    const rows = [{ name: 'Me', email: 'me@example.org', role: 'owner' }];
    const table = await adam.request<{ rows: { state: string }[] }>('POST', '/api/people/import', { rows, what: 'all' });
    expect(table.body.rows).toMatchObject([{ state: 'refused' }]);
    // an owner’s address under an id of one’s own, and an owner’s id under an address of one’s own
    expect(await adam.expectRefusal('InvitePerson', { name: 'Ana', email: 'ANA@example.org' })).toMatchObject({
      code: 'person.email_taken',
    });
    const anasChange = { personId, name: 'Ana', email: 'adam.too@example.org' };
    expect(await adam.expectRefusal('InvitePerson', anasChange)).toMatchObject({ code: 'person.email_taken' });
    expect((await stage.ana.api.list('people')).filter(({ role }) => role === 'owner').map(({ name }) => name)).not.toContain('Adam');
  });

  chapter('after a restart what ended is over still', async () => {
    await stage.restart();
    const { status } = await stage.tocsin.anonymous.request('GET', '/api/session', undefined, { authorization: `Bearer ${before.token}` });
    expect(status).toBe(401);
  });
});
