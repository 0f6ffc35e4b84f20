import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { TelegramServer } from '@tocsin/testing/channels/telegram/telegram-server.js';
import { telegramToken } from '@tocsin/testing/channels/telegram/telegram-stage.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Press } from '../chat-acts.js';
import { personOfStart, startCodeOf } from '../../secrets/start-codes.js';
import { TelegramPoller } from './poller.js';

const [ana, now] = [4_242, '2026-11-28T03:00:00.000Z'];
const groupId = '0197a001-0000-7000-8000-000000000002';
const personId = '0197a001-0000-7000-8000-000000000004';
let telegram: TelegramServer;
let http: OutgoingHttp;
let poller: TelegramPoller;
let heard: ItemCollector<string | null>;
let pressed: ItemCollector<Press>;
let waits: number[];
let held: object | null;
let listen: (view: string) => void = () => {};
beforeEach(async () => {
  telegram = await TelegramServer.start(telegramToken, 'acme_tocsin_bot');
  http = new OutgoingHttp({ allowLoopback: true });
  heard = new ItemCollector('state of the poll');
  pressed = new ItemCollector('press');
  [waits, held] = [[], null];
  const vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify({ botToken: telegramToken }));
  const connection = { id: 'telegram', kind: 'telegram', name: 'Telegram', fields: { baseUrl: telegram.url }, secretRef: 'connection:1' };
  poller = new TelegramPoller(
    partOf<ConstructorParameters<typeof TelegramPoller>[0]>({
      server: {
        vault,
        logKind: 'live',
        clock: { now: () => now },
        config: { roles: ['reactor'] },
        memory: { onChange: (listener: typeof listen) => void (listen = listener) },
        reads: {
          endingConnections: { all: () => [].values() },
          connections: { all: () => [connection].values() },
          organisation: { get: () => ({ held }) },
          people: { get: () => undefined },
        },
        troubles: { note: (_what: string, error: unknown) => heard.add(String(error)) },
      },
      http,
      health: { onListening: (_id: string, problem: string | null) => heard.add(problem) },
      acts: { press: async (press: Press) => (pressed.add(press), { kind: 'done' }) },
      dispatcher: {},
      gone: {},
      // waits pass at once
      after: (ms: number, call: () => void) => (waits.push(ms), setImmediate(call), () => {}),
    }),
  );
  poller.start();
});
afterEach(async () => {
  await poller.stop();
  http.close();
  await telegram.close();
});

const press = (queryId: string, data = `acknowledge:${groupId}`): void =>
  telegram.send({ callback_query: { id: queryId, from: { id: ana }, data, message: { message_id: 5, chat: { id: ana } } } });

describe('presses in Telegram', () => {
  it('come by their ids, in their order', async () => {
    press('1');
    press('2', `resolve:${groupId}`);
    await pressed.waitFor(({ key }) => key === 'telegram 2');
    expect(pressed.items.map(({ key, act, account, messageId }) => [key, act, account, messageId])).toEqual([
      ['telegram 1', 'acknowledge', String(ana), `${ana}:5`],
      ['telegram 2', 'resolve', String(ana), `${ana}:5`],
    ]);
  });

  it('come after any update that can’t be read', async () => {
    telegram.send({ callback_query: 7 });
    telegram.send({ message: { chat: { id: 'x' } } });
    press('odd', 'acknowledge:no-id');
    press('1');
    await pressed.waitFor();
    expect(pressed.items).toHaveLength(1);
  });

  it('come again once Telegram is back, and health says meanwhile that it is away', async () => {
    await heard.waitFor((problem) => problem === null);
    telegram.goAway();
    await heard.waitFor((problem) => problem !== null);
    telegram.comeBack();
    press('1');
    await pressed.waitFor();
    expect(waits[0]).toBe(1_000);
  });

  it('get lost while another program asks for them: health says so after the second time', async () => {
    telegram.pollElsewhere();
    await telegram.waitForPoll(3);
    expect(heard.items.every((problem) => problem === null)).toBe(true);
    telegram.pollElsewhere();
    expect(await heard.waitFor((problem) => problem !== null)).toContain('each installation needs a bot of its own');
    expect(waits[0]).toBe(3_000);
  });

  it('come although a webhook was set: it is removed', async () => {
    telegram.setWebhook();
    press('1');
    await pressed.waitFor();
    expect(telegram.calls).toContain('deleteWebhook');
  });

  it('are not asked for while the store is paused, or with a token that is refused', async () => {
    await heard.waitFor((problem) => problem === null);
    telegram.revoke();
    expect(await heard.waitFor((problem) => problem !== null)).toBe('Telegram refuses the token');
    held = { since: now };
    listen('organisation');
    await poller.stop();
    expect(telegram.isPolled).toBe(false);
  });

  it('of strangers are answered, but their messages only a few times a minute', async () => {
    for (let n = 0; n < 30; n += 1) telegram.pressStart(900 + n, `mallory${n}`, '');
    press('1');
    await pressed.waitFor();
    await telegram.waitForNotice('1');
    await poller.stop();
    expect(telegram.posts).toHaveLength(20);
  });
});

describe('a code that links an account', () => {
  const vault = new MemoryVault();
  const { code } = startCodeOf(vault, personId, now);

  it('is what Telegram takes, and for one person and a quarter of an hour', () => {
    expect(code).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(personOfStart(vault, code, now)).toBe(personId);
    expect(personOfStart(vault, code, '2026-11-28T03:15:01.000Z')).toBeNull();
  });

  it('can’t be made or changed elsewhere', () => {
    const other = `${code[0] === 'A' ? 'B' : 'A'}${code.slice(1)}`;
    for (const wrong of ['', 'x', other, code.slice(1), startCodeOf(new MemoryVault(), personId, now).code])
      expect(personOfStart(vault, wrong, now)).toBeNull();
  });
});
