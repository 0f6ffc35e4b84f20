import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { BackgroundErrors } from '../core/background-errors.js';
import { secretsOfConnections, withoutSecrets } from '../core/without-secrets.js';
import { contactMethod, page } from '../deliveries/message.fixture.js';
import { outcomeOf } from '../reactor/channel-outcome.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import { Channels } from './channels.js';
import type { ChannelDependencies } from './dependencies.js';

const secrets = {
  authToken: 'theAuthTokenOfTheAccount',
  botToken: 'xoxb-theTokenOfTheBot/+=',
  appToken: 'xapp-theTokenOfTheApp',
  apiToken: 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5',
  telegram: '123456:theTokenOfTheTelegramBot',
  method: 'theSecretOfTheContactMethod',
} as const;

let parrot: Server;
let baseUrl: string;
let status = 400;
const health: unknown[] = [];
const written: unknown[] = [];
const vault = new MemoryVault();
const http = new OutgoingHttp({ allowLoopback: true });

/** Every field that a provider is known to explain itself by, with everything that it was sent. */
const quoted = (request: string): string => {
  const says = `${Object.values(secrets).join(' ')} ${Object.values(secrets).map(encodeURIComponent).join(' ')} ${request}`;
  const fields = { message: says, error: says, description: says, detail: says, errors: [says], more_info: says };
  return JSON.stringify({ ok: false, status: 0, code: 20_001, errorDescription: says, error_description: says, ...fields });
};

beforeAll(async () => {
  parrot = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'X-Said': encodeURIComponent(secrets.authToken) });
      response.end(quoted(`${request.url} ${JSON.stringify(request.headers)} ${body}`));
    });
  });
  await new Promise<void>((resolve) => parrot.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(parrot.address() as AddressInfo).port}`;
});
afterAll(() => {
  http.close();
  parrot.closeAllConnections();
  parrot.close();
});

let smsBy: 'twilio' | 'gateway' = 'twilio';
const parameters = 'u={user}&p={password}&to={to}&text={text}&dlr={callback}';
const connections = () =>
  ([smsBy, 'slack', 'telegram', 'pushover'] as const).map((kind) => ({
    id: kind,
    kind,
    name: kind,
    fields: { baseUrl, accountSid: 'AC0', sender: '+14155550100', botName: 'acme_bot', parameters, headerName: 'X-Key', accepted: 'never' },
    secretRef: `connection:${kind}`,
  }));
/** As the vault has them: those of its kind alone. */
const stored = {
  twilio: { authToken: secrets.authToken },
  gateway: { password: secrets.authToken, headerValue: secrets.apiToken },
  slack: { botToken: secrets.botToken, appToken: secrets.appToken },
  telegram: { botToken: secrets.telegram },
  pushover: { apiToken: secrets.apiToken },
};
const channels = (): Channels['byKind'] => {
  for (const { kind, secretRef } of connections()) vault.putSecret(secretRef, JSON.stringify(stored[kind]));
  return new Channels({
    server: partOf<ChannelDependencies['server']>({
      vault,
      clock: { now: () => page().now },
      config: { smtpUrl: null, mailPort: null, mailFrom: null },
      reads: { mailServer: new Map(), connections: { all: () => connections().values() } },
    }),
    calls: partOf<ChannelDependencies['calls']>({ http }),
    tabs: { notifyTabs: async () => false },
    address: { url: () => 'https://tocsin.example' },
    push: { onAnswer: () => undefined },
    connections: { begin: () => true, isStopped: () => false, onAnswer: (_, answer) => health.push(answer) },
  }).byKind;
};

/** What a method of each kind is addressed by. */
const methods = (): Partial<Record<ContactKind, object>> => ({
  webhook: { address: baseUrl, secret: secrets.method },
  ntfy: { address: `${baseUrl}/ana-7f3k`, secret: secrets.method },
  gotify: { address: baseUrl, secret: secrets.method },
  sms: { address: '+41791234567' },
  voice: { address: '+41791234567' },
  pushover: { address: 'u'.repeat(30) },
  slack: { address: 'T0ACME/U0ANA' },
  telegram: { address: '77' },
  mattermost: { address: 'https://chat.example/…', secret: `${baseUrl}/hooks/${secrets.method}` },
  discord: { address: 'https://chat.example/…', secret: `${baseUrl}/hooks/${secrets.method}` },
  rocketchat: { address: 'https://chat.example/…', secret: `${baseUrl}/hooks/${secrets.method}` },
  teams: { address: 'https://chat.example/…', secret: `${baseUrl}/hooks/${secrets.method}` },
});
const kinds: readonly ContactKind[] = [
  ...(['webhook', 'ntfy', 'gotify', 'sms', 'voice', 'pushover', 'slack', 'telegram'] as const),
  ...(['mattermost', 'discord', 'rocketchat', 'teams'] as const),
];

describe('a provider that quotes every secret', () => {
  afterEach(() => void (smsBy = 'twilio'));

  it.each([...kinds.map((kind) => [kind, 'twilio'] as const), ['sms', 'gateway'] as const])(
    'gets none of them into an outcome, a log line or the health: %s (%s)',
    async (kind, by) => {
      smsBy = by;
      const known = secretsOfConnections({ connections: { all: () => connections().values() }, vault });
      const troubles = new BackgroundErrors(
        () => page().now,
        (_place, error) => written.push(error instanceof Error ? `${error.message} ${error.stack}` : error),
        (said) => withoutSecrets(said, known()),
      );
      const outcomes: unknown[] = [];
      for (status of [200, 302, 400, 401, 403, 404, 410, 429, 500]) {
        const method = contactMethod(methods()[kind]);
        const send = () => channels()[kind].deliver('page', page(), method, { deadlineMs: 5_000 });
        outcomes.push(await outcomeOf(send, partOf<ReactorServerParts>({ held: null, troubles }), method));
      }
      expect(JSON.stringify(outcomes)).not.toContain('connection_removed');
      const seen = JSON.stringify([outcomes, health, written, troubles.list()]);
      for (const secret of Object.values(secrets)) {
        expect(seen).not.toContain(secret);
        expect(seen).not.toContain(encodeURIComponent(secret));
      }
    },
  );

  it('gets none into what a background task reports', () => {
    const lines: unknown[] = [];
    const troubles = new BackgroundErrors(
      () => page().now,
      (_place, error) => lines.push((error as Error).message),
      (said) => withoutSecrets(said, Object.values(secrets)),
    );
    troubles.note('answers by SMS', new Error(`Unexpected token in ${secrets.authToken}`));
    troubles.note('answers by SMS', new Error('Twilio answered 500.'));
    expect(lines).toEqual(['Unexpected token in (secret)', 'Twilio answered 500.']);
    expect(troubles.list().map(({ message }) => message)).toEqual(lines);
  });
});
