import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { TelegramServer } from '@tocsin/testing/channels/telegram/telegram-server.js';
import { telegramToken } from '@tocsin/testing/channels/telegram/telegram-stage.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { accountOf } from '../../connections/accounts.js';
import { telegramChat } from '../../chats/telegram/chat.js';
import type { AccountAnswer } from '../../core/connection-health.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { cardOfPage } from '../../deliveries/page-card.js';
import { sampleBundle } from '../../deliveries/sample-bundle.js';
import type { Channel } from '../channel.js';
import { telegramChannel, type TelegramDependencies } from './channel.js';

const ana = 4_242;
let telegram: TelegramServer;
let http: OutgoingHttp;
let server: TelegramDependencies['server'];
let channel: Channel;
let answers: AccountAnswer[];
let isStopped = false;
beforeEach(async () => {
  telegram = await TelegramServer.start(telegramToken, 'acme_tocsin_bot');
  telegram.pressStart(ana, 'ana', '');
  http = new OutgoingHttp({ allowLoopback: true });
  answers = [];
  const vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify({ botToken: telegramToken }));
  const connection = {
    id: 'telegram',
    kind: 'telegram' as const,
    name: 'Telegram',
    fields: { baseUrl: telegram.url },
    secretRef: 'connection:1',
  };
  server = partOf<TelegramDependencies['server']>({
    vault,
    reads: { connections: { all: () => [connection].values() }, endingConnections: { all: () => [].values() } },
  });
  channel = telegramChannel({
    calls: { http },
    server,
    connections: { begin: () => true, isStopped: () => isStopped, onAnswer: (_, answer) => void answers.push(answer) },
  });
});
afterEach(async () => {
  http.close();
  await telegram.close();
});

const call = { deadlineMs: 5_000 };
const send = (message = page(), address = String(ana)) => channel.deliver('page', message, contactMethod({ address, secret: null }), call);

describe('a page in Telegram', () => {
  it('is a message with buttons in the private chat, whatever signs its texts have', async () => {
    expect(await send(page({ title: 'Disk </b> & <a href="x"> more' }))).toEqual({
      ok: true,
      state: 'sent',
      providerId: `${ana}:${telegram.posts[0]!.messageId}`,
    });
    expect(telegram.posts[0]!.text).toContain('‼ #1042 Disk </b> & <a href="x"> more');
    expect(telegram.posts[0]!.buttons.map(({ text }) => text)).toEqual(['Acknowledge', 'Resolve']);
  });

  it('is taken however long its texts are, and a message for several has a link', async () => {
    await channel.deliver('code', verificationMessage(), contactMethod({ address: String(ana) }), call);
    await channel.deliver('bundle', sampleBundle(page()), contactMethod({ address: String(ana) }), call);
    expect(telegram.posts[1]).toMatchObject({ buttons: [], html: expect.stringMatching(/<a href="[^"]+">Acknowledge all \d+<\/a>$/) });
    const sent = await send(page({ title: '&'.repeat(5_000), serviceName: `${'<'.repeat(9_000)}😀` }));
    expect(sent).toMatchObject({ ok: true });
  });

  it('is deleted there by its number, once or again, unless it is older than Telegram allows', async () => {
    await send();
    const providerId = `${ana}:${telegram.posts[0]!.messageId}`;
    const erase = () => channel.erase!({ providerId, sentAt: page().now, connectionId: null }, call);
    telegram.oldPosts.add(telegram.posts[0]!.messageId);
    expect(await erase()).toMatchObject({ ok: false, retry: false, detail: expect.stringContaining("message can't be deleted") });
    telegram.oldPosts.clear();
    expect([await erase(), await erase()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(telegram.posts).toEqual([]);
    // of the page alone: a deletion says nothing of whether pages get through
    expect(answers).toHaveLength(1);
    isStopped = true;
    expect(await erase()).toMatchObject({ reason: 'delivery.connection_stopped', retry: true });
    isStopped = false;
  });

  it('is changed in place; the same again is no failure', async () => {
    await send();
    const [post] = telegram.posts;
    const id = `${ana}:${post!.messageId}`;
    const edit = (state: string) =>
      telegramChat(http).edit(accountOf(server, 'telegram')!, id, cardOfPage(page(), { state, buttons: [] }), call);
    expect(await edit('Resolved.')).toMatchObject({ outcome: { ok: true } });
    expect(post).toMatchObject({ buttons: [], text: expect.stringContaining('Resolved.'), edits: 1 });
    expect(await edit('Resolved.')).toMatchObject({ verdict: 'works' });
    telegram.posts.length = 0;
    expect(await edit('Resolved.')).toMatchObject({ outcome: { ok: false, retry: false }, verdict: 'works' });
  });

  it('disables the method of whoever blocked the bot, was deactivated, or never wrote to it', async () => {
    expect(await send(page(), '99')).toMatchObject({ reason: 'delivery.account_gone', detail: 'Telegram answered 400: chat not found.' });
    telegram.deactivate(ana);
    expect(await send()).toMatchObject({ reason: 'delivery.account_gone', retry: false });
    telegram.block(ana);
    expect(await send()).toMatchObject({ reason: 'delivery.account_gone', detail: 'Telegram answered 403: bot was blocked by the user.' });
    expect(answers.map(({ verdict }) => verdict)).toEqual(['works', 'works', 'works']);
  });

  it('waits as long as Telegram wants', async () => {
    telegram.limit(7);
    expect(await send()).toMatchObject({ reason: 'delivery.throttled', retry: true, retryAfter: 7_000 });
    expect(answers.at(-1)).toMatchObject({ verdict: 'nothing' });
  });

  it('is sent as plain text where its marks can’t be read', async () => {
    telegram.answerNext(400, JSON.stringify({ ok: false, error_code: 400, description: "Bad Request: can't parse entities: x" }));
    expect(await send()).toMatchObject({ ok: true });
    expect(telegram.posts[0]!.html).not.toContain('<b>');
  });

  it.each([
    [401, 'Unauthorized', 'delivery.connection_refused', false, 'refused'],
    [404, 'Not Found', 'delivery.connection_refused', false, 'refused'],
    [400, 'Bad Request: wrong file', 'delivery.provider_rejected', false, 'works'],
    [500, 'Internal Server Error', 'delivery.provider_rejected', true, 'fails'],
  ])('answered %i %s is %s', async (status, description, reason, retry, verdict) => {
    telegram.answerNext(status, JSON.stringify({ ok: false, error_code: status, description }));
    expect(await send()).toMatchObject({ reason, retry, detail: `Telegram answered ${status}.` });
    expect(answers.at(-1)).toMatchObject({ verdict });
  });

  it('tells no secret, whatever Telegram or a proxy answers', async () => {
    for (const [status, body] of [
      [400, JSON.stringify({ ok: false, error_code: 400, description: telegramToken })],
      [200, JSON.stringify({ ok: true, result: telegramToken })],
      [200, telegramToken],
      [502, telegramToken],
    ] as const) {
      telegram.answerNext(status, body);
      const outcome = await send();
      expect(outcome).toMatchObject({ ok: false });
      expect(JSON.stringify([outcome, answers])).not.toContain(telegramToken);
    }
  });
});
