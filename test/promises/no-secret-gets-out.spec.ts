import { story } from '@tocsin/testing/stage/story.js';
import { TOTP } from 'otpauth';
import type { TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { CookieBrowser } from '@tocsin/testing/browser/cookie-browser.js';
import { bytesBelow } from '@tocsin/testing/machine/files-with.js';
import { IdentityProvider } from '@tocsin/testing/fakes/identity-provider.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';

const smtpPassword = 'the password of the mail server';
const client = { id: 'tocsin', secret: 'the secret of the client' };
const plantedText = 'written where everybody may read it';

/** Everything that a reader without a key may come across, by where. */
type Places = Readonly<Record<string, string>>;

let stage: Stage;
let provider: IdentityProvider;
const secrets = new Map<string, string>();
const recordSecret = (secretName: string, secret: string | null | undefined): string => {
  if (!secret || secret.length < 8) throw new Error(`${secretName} was not there to be kept`);
  secrets.set(secretName, secret);
  return secret;
};

const placesWith = (text: string, places: Places): readonly string[] =>
  Object.keys(places).filter((place) => places[place]!.includes(text));

/** Bytes on disk: rows, indexes, deleted data that is not overwritten, and write-ahead logs. The vault is encrypted and has no other reader. */
const filesIn = (folder: string): Places =>
  Object.fromEntries(bytesBelow(folder, /\/vault\/[^/]*$/).map(([file, bytes]) => [file.slice(folder.length), bytes.toString('latin1')]));

const readEveryEvent = async (): Promise<string> => {
  let text = '';
  for (let before = ''; ;) {
    const { body } = await stage.ana.api.request<{ events: { type: string; ordinal: number }[]; next: number | null }>(
      'GET',
      `/api/events?limit=200${before}`,
    );
    text += JSON.stringify(body.events);
    // lists leave out the bodies that senders sent
    for (const { type, ordinal } of body.events) if (type === 'SignalReceived') text += await read(`/api/events/${ordinal}`);
    if (body.next === null) return text;
    before = `&before=${body.next}`;
  }
};

const read = async (path: string): Promise<string> => JSON.stringify((await stage.ana.api.request('GET', path)).body);

const readAllPlaces = async (): Promise<Places> => ({
  'what the server wrote': stage.tocsin.output(),
  'the history': await readEveryEvent(),
  'the health': await read('/api/health'),
  'the figures': await read('/metrics'),
  'the document of the API': await read('/api/openapi.json'),
  'the settings': await read('/api/settings/sign-in'),
  'the settings of mail': await read('/api/settings/mail'),
  ...Object.fromEntries(
    await Promise.all(
      ['people', 'contacts', 'integrations', 'tokens', 'calendarFeeds'].map(
        async (view) => [view, await read(`/api/views/${view}`)] as const,
      ),
    ),
  ),
  ...filesIn(stage.tocsin.data),
});

const signIn = async (password: string): Promise<SessionAnswer & { challenge?: string }> =>
  (await stage.tocsin.anonymous.request<SessionAnswer>('POST', '/api/session', { email: 'bo@example.org', password })).body;

const byOpenId = async (): Promise<void> => {
  const browser = new CookieBrowser();
  const back = new RegExp(`^${stage.tocsin.url}/(?!api/)`);
  const login = await browser.go(`${stage.tocsin.url}/api/openid/start`, {}, back);
  const consent = await browser.submit(login, { login: 'bo-at-work', password: 'any' }, back);
  await browser.submit(consent, {}, back);
  recordSecret('a session by OpenID', browser.cookie(stage.tocsin.url, 'tocsin_session'));
  for (const [n, providerInput] of provider.issuedCodes.entries()) recordSecret(`what the provider gave, ${n + 1}`, providerInput);
};

const escapeJson = (text: string): string =>
  Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Each sender writes its own key and another integration’s into every field, plain and escaped. */
const sendInEveryPlace = async (...keys: readonly string[]): Promise<void> => {
  for (const [n, key] of keys.entries()) {
    const alert = {
      labels: { alertname: key, [`x${key}`]: 'x' },
      annotations: { summary: key, runbook_url: `https://x.example.org/${key}` },
    };
    const bodies: readonly (readonly ['generic' | 'alertmanager' | 'pagerduty-events', object])[] = [
      [
        'generic',
        {
          summary: `see ${key}`,
          key: `g-${key}`,
          labels: { [key]: key },
          details: { deep: [{ er: key }] },
          url: `https://x.example.org/?k=${key}`,
        },
      ],
      ['alertmanager', { status: 'firing', groupKey: `{}:{k="${key}"}`, groupLabels: {}, alerts: [{ status: 'firing', ...alert }] }],
      [
        'pagerduty-events',
        {
          event_action: 'trigger',
          dedup_key: `p${n}-${key}`,
          payload: { summary: key, source: key, severity: 'info', custom_details: { key, json: `{"a":"${key}"}` } },
        },
      ],
    ];
    for (const [kind, body] of bodies) {
      const { path, key: integrationKey } = await stage.integration(kind);
      const text = JSON.stringify(kind === 'pagerduty-events' ? { routing_key: integrationKey, ...body } : body);
      for (const sentText of [text, text.replaceAll(key, escapeJson(key))]) {
        const headers = { 'content-type': 'application/json' };
        expect((await fetch(`${stage.tocsin.url}${path}`, { method: 'POST', headers, body: sentText })).status).toBe(202);
      }
    }
  }
  await stage.settle();
};

beforeAll(async () => {
  const mailbox = await Mailbox.start({ user: 'tocsin', pass: recordSecret('the password of the mail server', smtpPassword) });
  stage = await Stage.begin({ mailbox, profile: 'embedded', env: { TOCSIN_LOG_LEVEL: 'debug' } });
  provider = await IdentityProvider.start({ ...client, callback: `${stage.tocsin.url}/api/openid/callback` });
  provider.addPeople({ sub: 'bo-at-work', name: 'Bo', email: 'bo@example.org', email_verified: true });
});
afterAll(async () => {
  await provider.close();
  await stage.close();
});

story('a secret', (chapter) => {
  chapter('of every kind is used in one run', async () => {
    recordSecret('the owner’s session', stage.ana.api.token);
    recordSecret('an integration key', stage.setUpAnswer.address.split('/').at(-1));
    recordSecret('a key in a body', (await stage.integration('pagerduty-events')).key);
    const bo = await stage.addPerson('Bo');
    recordSecret('a session by an invitation', bo.api.token);
    recordSecret(
      'a signing secret',
      String(
        (await bo.api.run('AddContactMethod', { kind: 'webhook', personId: bo.personId, address: `${bo.phone.url}/two` })).says[
          'signingSecret'
        ],
      ),
    );
    recordSecret('a personal token', String((await bo.api.run('IssuePersonalToken', { name: 'mine', scopes: ['read'] })).says['token']));
    const feed = String((await bo.api.run('MakeCalendarFeed', { of: { kind: 'person' } })).says['address']);
    recordSecret('the address of a calendar feed', /[\w-]{43}/.exec(feed)?.[0]);
    expect((await stage.tocsin.anonymous.request('GET', new URL(feed).pathname)).status).toBe(200);
    await stage.pagerduty('trigger', 'disk');
    await sendInEveryPlace(secrets.get('an integration key')!, secrets.get('a key in a body')!);
    await stage.generic({ summary: plantedText, key: 'planted' });
    recordSecret('the link of a page', new URL(stage.ana.phone.pages[0]!.link).pathname.split('/').at(-1));

    const { says: inviteAnswer } = await stage.ana.api.run('InvitePerson', { name: 'Cleo', email: 'cleo@example.org' });
    recordSecret('an invitation', String(inviteAnswer['invitation']).split('/invite/')[1]);
    const { says: link } = await stage.ana.api.run('MakePasswordResetLink', { personId: bo.personId });
    const reset = recordSecret('a reset link', String(link['link']).split('/reset/')[1]);
    await stage.tocsin.anonymous.request('POST', `/api/password-resets/${reset}`, {
      password: recordSecret('a new password', 'a whole new horse'),
    });
    await signIn(recordSecret('a wrong password', 'nobody’s horse at all'));

    const bosClient = new Client(stage.tocsin.url, recordSecret('a session', (await signIn('a whole new horse')).token), bo.personId);
    const offer = await bosClient.request<TwoFactorOffer>('POST', '/api/two-factor');
    const app = new TOTP({ secret: recordSecret('the secret of an app', offer.body.secret) });
    const generateCode = async (): Promise<string> => app.generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
    const { says: turnOnAnswer } = await bosClient.run('TurnOnTwoFactor', { personId: bo.personId, code: await generateCode() });
    for (const [n, one] of (turnOnAnswer['recoveryCodes'] as readonly string[]).entries()) recordSecret(`recovery code ${n + 1}`, one);
    const challenge = recordSecret('a challenge', (await signIn('a whole new horse')).challenge);
    const second = { challenge, code: (turnOnAnswer['recoveryCodes'] as readonly string[])[0] };
    const session = await stage.tocsin.anonymous.request<SessionAnswer>('POST', '/api/session/second-step', second);
    recordSecret('a session by a recovery code', session.body.token);

    const openId = {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: recordSecret('the client’s secret', client.secret),
      label: 'ID',
      domains: [],
      createsPeople: false,
    };
    await stage.ana.api.run('ConfigureSignIn', { openId, onlyOpenId: false });
    const server = { host: '127.0.0.1', port: stage.mailbox!.port, security: 'none', from: 'tocsin@example.org' } as const;
    const password = recordSecret('a password of a mail server', 'typed on a screen');
    await stage.ana.api.run('ConfigureMailServer', {
      ...server,
      user: recordSecret('the user of a mail server', 'a mailbox user'),
      password,
    });
    await stage.ana.api.request('POST', '/api/settings/mail/test', {
      to: 'ana@example.org',
      server: { ...server, user: 'wrong', password },
    });
    await stage.settle();
    await byOpenId();
    await stage.settle();
    await stage.mailbox!.waitFor(({ subject }) => subject === 'Choose a new password for Tocsin');
    expect(provider.issuedCodes.length).toBeGreaterThanOrEqual(3);
    expect(secrets.size).toBeGreaterThan(25);
  });

  chapter('would be found: what a sender wrote stands in the history, and in the file of the log', async () => {
    const places = placesWith(plantedText, await readAllPlaces());
    expect(places).toContain('the history');
    expect(places.some((place) => place.startsWith('/log/'))).toBe(true);
  });

  chapter('stands in no line that the server wrote, no event, no figure, no row and no file beside the vault', async () => {
    const places = await readAllPlaces();
    const leaks = [...secrets].flatMap(([secretName, secret]) => placesWith(secret, places).map((place) => `${secretName}: in ${place}`));
    expect(leaks).toEqual([]);
  });
});
