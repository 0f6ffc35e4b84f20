import { contactKinds, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { RingingPage } from '@tocsin/contracts/live.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import { parseSmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { GotifyServer } from '@tocsin/testing/channels/gotify/gotify-server.js';
import { NtfyServer } from '@tocsin/testing/channels/ntfy/ntfy-server.js';
import { PushoverServer } from '@tocsin/testing/channels/pushover/pushover-server.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { HookServer, type HookKind } from '@tocsin/testing/channels/hooks/hook-server.js';
import { TelegramServer } from '@tocsin/testing/channels/telegram/telegram-server.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { contactMethod, page } from '../deliveries/message.fixture.js';
import type { NoteKind, Notes } from '../deliveries/notes.js';
import { sampleBundle } from '../deliveries/sample-bundle.js';
import { headline } from '../deliveries/wording.js';
import { pushKeysOf } from '../secrets/push-keys.js';
import type { Preview } from './channel.js';
import { Channels } from './channels.js';
import type { ChannelDependencies } from './dependencies.js';

const vault = new MemoryVault();
const http = new OutgoingHttp({ allowLoopback: true });
const tabPages: RingingPage[] = [];
let [mailbox, phone, pushService, ntfy]: [Mailbox, Phone, PushService, NtfyServer] = [] as never;
let [twilio, gotify, slack, telegram]: [TwilioServer, GotifyServer, SlackServer, TelegramServer] = [] as never;
let hooks: HookServer;
let pushover: PushoverServer;
let channels: Channels['byKind'];

const readHook = (kind: HookKind) => ({
  to: () => ({ address: 'https://chat.example/…', secret: hooks.hook(kind) }),
  last: async () => ({ text: hooks.posts.at(-1)!.text, acts: [] }),
});

/** What arrived at the other side, read there: title, text and buttons, as far as a program that knows the wire sees them. */
const received: { readonly [K in ContactKind]: { to: () => object; last: () => Promise<Partial<Preview>> } } = {
  email: {
    to: () => ({ address: 'ana@example.org' }),
    last: async () => {
      const { subject, text, html } = mailbox.messages.at(-1)!;
      const button = /class="press"[^>]*>([^<]*)</.exec(String(html))![1]!;
      return { title: subject!, text: text!.trim(), acts: [button] };
    },
  },
  webhook: {
    to: () => ({ address: phone.url }),
    last: async () => ({ text: JSON.stringify(JSON.parse(phone.rings.at(-1)!.body), null, 2) }),
  },
  ntfy: {
    to: () => ({ address: `${ntfy.url}/ana-7f3k` }),
    last: async () => {
      const { title, message, actions } = ntfy.messages.at(-1)!;
      return { title, text: message, acts: actions.map(({ label }) => label) };
    },
  },
  gotify: {
    to: () => ({ address: gotify.url, secret: 'of the app' }),
    last: async () => {
      const { title, message } = gotify.messages.at(-1)!;
      return { title: title!, text: message, acts: [] };
    },
  },
  pushover: {
    to: () => ({ address: 'u'.repeat(30) }),
    last: async () => {
      const { title, message } = pushover.messages.at(-1)!;
      return { title: title!, text: message, acts: [] };
    },
  },
  push: {
    to: () => {
      const { address, keys } = pushService.subscribe(pushKeysOf(vault).publicKey);
      return { address, secret: JSON.stringify(keys) };
    },
    last: async () => {
      const { message } = pushService.messages.at(-1)!;
      return { title: message.title, text: message.body, acts: message.kind === 'page' ? message.actions.map(({ title }) => title) : [] };
    },
  },
  sms: {
    to: () => ({ address: '+41791234567' }),
    last: async () => ({ text: twilio.messages.at(-1)!.body }),
  },
  voice: {
    to: () => ({ address: '+41791234567' }),
    last: async () => ({ text: /<Say[^>]*>(.*?)<\/Say>/.exec(twilio.calls.at(-1)!.twiml)![1]!.replaceAll('&quot;', '"') }),
  },
  slack: {
    to: () => ({ address: 'T0ACME/U0ANA' }),
    last: async () => {
      const post = slack.posts.at(-1)!;
      return { title: post.text, text: SlackServer.textOf(post), acts: [...SlackServer.buttonsOf(post)] };
    },
  },
  mattermost: readHook('mattermost'),
  rocketchat: readHook('rocketchat'),
  discord: readHook('discord'),
  teams: { ...readHook('teams'), last: async () => ({ acts: [] }) },
  telegram: {
    to: () => ({ address: '77' }),
    last: async () => {
      const { text, html, buttons } = telegram.posts.at(-1)!;
      const [href, label] = [/href="([^"]*)"/.exec(html)?.[1] ?? '', /href="[^"]*">([^<]*)</.exec(html)?.[1] ?? ''];
      return { text: text.replace(new RegExp(`${label}$`), `${label}: ${href}`), acts: buttons.map((button) => button.text) };
    },
  },
  browser: {
    to: () => ({}),
    last: async () => {
      const { number, title, serviceName, more, cause } = tabPages.at(-1)!;
      const text = more === undefined ? serviceName! : `${serviceName} and ${more} more`;
      return { title: headline(page({ number, title, ...(cause === 'resolved' ? { cause: { kind: cause } } : {}) })), text };
    },
  },
};

beforeAll(async () => {
  [mailbox, phone, pushService, ntfy] = [await Mailbox.start(), await Phone.start(), await PushService.start(), await NtfyServer.start()];
  const account = { accountSid: 'AC0', authToken: 'of the account' };
  gotify = await GotifyServer.start({ applicationToken: 'of the app' });
  slack = await SlackServer.start({ botToken: 'xoxb-1', appToken: 'xapp-1' });
  slack.addUser('U0ANA', 'ana');
  vault.putSecret('connection:2', JSON.stringify({ botToken: 'xoxb-1', appToken: 'xapp-1' }));
  const workspace = { id: 'slack', kind: 'slack' as const, name: 'Slack', fields: { baseUrl: slack.url }, secretRef: 'connection:2' };
  hooks = await HookServer.start();
  pushover = await PushoverServer.start({ apiToken: 'a'.repeat(30) });
  pushover.addUser('u'.repeat(30));
  vault.putSecret('connection:4', JSON.stringify({ apiToken: 'a'.repeat(30) }));
  const application = {
    id: 'pushover',
    kind: 'pushover' as const,
    name: 'Pushover',
    fields: { baseUrl: pushover.url },
    secretRef: 'connection:4',
  };
  telegram = await TelegramServer.start('1234:of-the-bot-of-the-organisation', 'acme_bot');
  telegram.pressStart(77, 'ana', '');
  vault.putSecret('connection:3', JSON.stringify({ botToken: '1234:of-the-bot-of-the-organisation' }));
  const bot = { id: 'telegram', kind: 'telegram' as const, name: 'Telegram', fields: { baseUrl: telegram.url }, secretRef: 'connection:3' };
  twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => '' });
  vault.putSecret('connection:1', JSON.stringify({ authToken: account.authToken }));
  const fields = { baseUrl: twilio.url, accountSid: account.accountSid, sender: '+14155550100' };
  const connection = { id: 'twilio', kind: 'twilio' as const, name: 'Twilio', fields, secretRef: 'connection:1' };
  channels = new Channels({
    server: partOf<ChannelDependencies['server']>({
      vault,
      clock: { now: () => page().now },
      config: { smtpUrl: null, mailPort: null, mailFrom: 'tocsin@example.org' },
      reads: { mailServer: new Map(), connections: { all: () => [connection, workspace, bot, application].values() } },
    }),
    calls: { http, mailer: new SmtpMailer({ server: () => parseSmtpServer(mailbox.url, 'Tocsin <tocsin@example.org>') }) },
    tabs: { notifyTabs: async (_, ringing) => tabPages.push(ringing) > 0 },
    address: { url: () => 'https://tocsin.example' },
    push: { onAnswer: () => undefined },
    connections: { begin: () => true, isStopped: () => false, onAnswer: () => undefined },
  }).byKind;
});
afterAll(async () => {
  http.close();
  await Promise.all([
    mailbox.close(),
    phone.close(),
    pushService.close(),
    ntfy.close(),
    gotify.close(),
    twilio.close(),
    slack.close(),
    telegram.close(),
    hooks.close(),
    pushover.close(),
  ]);
});

const arrives = async <K extends NoteKind & ('page' | 'bundle')>(kind: ContactKind, of: K, note: Notes[K]): Promise<void> => {
  const method = contactMethod(received[kind].to());
  expect(await channels[kind].deliver(of, note, method, { deadlineMs: 5_000 })).toMatchObject({ ok: true });
  expect(channels[kind].preview(of, note)).toMatchObject(await received[kind].last());
};

describe('a preview', () => {
  it.each(contactKinds)('shows of a page what goes over the wire: %s', async (kind) => {
    await arrives(kind, 'page', page());
    await arrives(kind, 'page', page({ quiet: true, cause: { kind: 'resolved' }, title: `Disk <is> “full” ${'x'.repeat(99)}` }));
  });

  it.each(contactKinds)('shows of a message for several what goes over the wire: %s', async (kind) => {
    await arrives(kind, 'bundle', sampleBundle(page()));
  });
});
