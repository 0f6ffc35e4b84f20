import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { ItemCollector } from '../../await-items.js';
import { readMessage, type TelegramPost } from './telegram-messages.js';

type Params = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly body: object;
}
const done = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } });
const refused = (status: number, description: string, parameters?: object): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
});

const conflict = refused(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running');

interface User {
  readonly username: string;
  hasStarted: boolean;
  state: 'active' | 'blocked' | 'deactivated';
}

/** The Bot API on loopback, and the people in chats with the bot. It refuses what Telegram refuses, and ends the older of two polls. */
export class TelegramServer {
  readonly posts: TelegramPost[] = [];
  /** Numbers of messages that are older than two days. */
  readonly oldPosts = new Set<number>();
  private readonly changes = new ItemCollector<TelegramPost>('message or change in Telegram');
  private readonly notices = new ItemCollector<{ readonly queryId: string; readonly text: string }>('notice in Telegram');
  private readonly polls = new ItemCollector<number>('poll of Telegram');
  private readonly endedPolls = new ItemCollector<true>('end of a poll');
  private readonly users = new Map<number, User>();
  private readonly groups = new Set<number>();
  private readonly updates: { readonly update_id: number }[] = [];
  private waiting: ((answer: Answer | null) => void) | null = null;
  private isAway = false;
  private limitedFor: number | null = null;
  private nextAnswer: { readonly status: number; readonly body: string } | null = null;
  private hasWebhook = false;
  private isHeld = false;
  private isPolledElsewhere = false;
  private n = 100;
  /** Methods that were called, also in vain. */
  readonly calls: string[] = [];

  private constructor(
    private readonly server: Server,
    private token: string,
    readonly botName: string,
  ) {
    server.on('request', (request, response) => void this.take(request, response).catch(() => {}));
  }

  static async start(token: string, botName: string): Promise<TelegramServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TelegramServer(server, token, botName);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  get isPolled(): boolean {
    return this.waiting !== null;
  }
  /** BotFather’s /revoke. */
  revoke(): void {
    this.token = '';
    this.answerPoll(null);
  }
  limit(seconds: number): void {
    this.limitedFor = seconds;
  }
  answerNext(status: number, body: string): void {
    this.nextAnswer = { status, body };
  }
  /** Answers 502 to everything. */
  goAway(): void {
    this.isAway = true;
    this.answerPoll({ status: 502, body: {} });
  }
  comeBack(): void {
    this.isAway = false;
  }
  setWebhook(): void {
    this.hasWebhook = true;
    this.answerPoll(null);
  }
  /** Another program asks for the messages of the same bot: the poll that waits, or the next one, is ended. */
  pollElsewhere(): void {
    if (this.waiting) this.endPoll();
    else this.isPolledElsewhere = true;
  }
  private endPoll(): void {
    this.answerPoll(conflict);
  }
  /** What people do from now on is kept until `release`. */
  hold(): void {
    this.isHeld = true;
  }
  release(): void {
    this.isHeld = false;
    if (this.updates.length > 0) this.answerPoll(null);
  }
  waitForPoll(count = 1): Promise<unknown> {
    return this.polls.waitFor((n) => n >= count);
  }
  /** Resolves once nobody asks. */
  async waitForNoPoll(): Promise<void> {
    if (this.isPolled) await this.endedPolls.waitFor(() => !this.isPolled);
  }
  get pollCount(): number {
    return this.polls.items.length;
  }

  /** Somebody opens the link to the bot and presses Start. */
  pressStart(id: number, username: string, code: string): void {
    this.users.set(id, { username, hasStarted: true, state: 'active' });
    this.write(id, code === '' ? '/start' : `/start ${code}`);
  }
  write(id: number, text: string): void {
    const from = { id, is_bot: false, first_name: 'X', username: this.users.get(id)?.username };
    this.send({ message: { message_id: (this.n += 1), from, chat: { id, type: 'private' }, date: 1_764_295_200, text } });
  }
  block(id: number): void {
    this.users.get(id)!.state = 'blocked';
    this.send({ my_chat_member: { chat: { id, type: 'private' }, from: { id }, date: 1, new_chat_member: { status: 'kicked' } } });
  }
  /** Somebody adds the bot to a group. */
  addToGroup(id: number): void {
    this.groups.add(id);
    const chat = { id, type: 'supergroup', title: 'Operations' };
    this.send({ my_chat_member: { chat, from: { id: 1 }, date: 1, new_chat_member: { status: 'member' } } });
  }
  removeFromGroup(id: number): void {
    this.groups.delete(id);
  }
  deactivate(id: number): void {
    this.users.get(id)!.state = 'deactivated';
  }
  /** A finger on a button. `queryId`: the same press again. */
  press(post: TelegramPost, label: string, id: number, queryId = `q${(this.n += 1)}`): string {
    const button = post.buttons.find(({ text }) => text === label);
    if (!button) throw new Error(`no button ${label}: ${post.buttons.map(({ text }) => text).join(', ')}`);
    const message = { message_id: post.messageId, chat: { id: post.chatId, type: 'private' } };
    this.send({ callback_query: { id: queryId, from: { id }, message, data: button.callback_data, chat_instance: 'c' } });
    return queryId;
  }
  /** An update of any shape. */
  send(update: object): void {
    this.updates.push({ update_id: 7_000 + (this.n += 1), ...update });
    if (!this.isHeld) this.answerPoll(null);
  }

  waitForPost(predicate: (post: TelegramPost) => boolean): Promise<TelegramPost> {
    return this.changes.waitFor(predicate);
  }
  waitForNotice(queryId: string): Promise<{ readonly text: string }> {
    return this.notices.waitFor((notice) => notice.queryId === queryId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Null: as things are now. */
  private answerPoll(answer: Answer | null): void {
    const answerIt = this.waiting;
    this.waiting = null;
    answerIt?.(answer);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const params = JSON.parse((await textOf(request)) || '{}') as Params;
    const [, token = '', method = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? '') ?? [];
    this.calls.push(method);
    const send = ({ status, body }: Answer): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (this.isAway) return void response.writeHead(502).end('bad gateway');
    if (this.nextAnswer && method !== 'getUpdates') {
      const { status, body } = this.nextAnswer;
      this.nextAnswer = null;
      return void response.writeHead(status).end(body);
    }
    if (this.limitedFor !== null && method !== 'getUpdates') {
      const seconds = this.limitedFor;
      this.limitedFor = null;
      return send(refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }));
    }
    if (!/^\d+:[\w-]+$/.test(token)) return send(refused(404, 'Not Found'));
    if (token !== this.token) return send(refused(401, 'Unauthorized'));
    if (method === 'getUpdates') return this.takePoll(params, response, send);
    send(this.answer(method, params));
  }

  /** What is below the offset was done, and never comes again. */
  private takePoll(params: Params, response: ServerResponse, send: (answer: Answer) => void): void {
    this.endPoll();
    const offset = Number(params['offset'] ?? 0);
    while (this.updates[0] && this.updates[0].update_id < offset) this.updates.shift();
    const answerNow = (answer: Answer | null): void => {
      if (answer) return send(answer);
      if (this.token === '') return send(refused(401, 'Unauthorized'));
      if (this.hasWebhook)
        return send(
          refused(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"),
        );
      send(done(this.isHeld ? [] : this.updates.slice(0, Number(params['limit'] ?? 100))));
    };
    this.polls.add(this.polls.items.length + 1);
    if (this.isPolledElsewhere) {
      this.isPolledElsewhere = false;
      return answerNow(conflict);
    }
    if ((this.updates.length > 0 && !this.isHeld) || this.hasWebhook || params['timeout'] === 0) return answerNow(null);
    this.waiting = answerNow;
    response.on('close', () => {
      if (this.waiting === answerNow && !response.writableEnded) this.waiting = null;
      this.endedPolls.add(true);
    });
  }

  private answer(method: string, params: Params): Answer {
    if (method === 'getMe') return done({ id: 1, is_bot: true, username: this.botName });
    if (method === 'deleteWebhook') {
      this.hasWebhook = false;
      return done(true);
    }
    if (method === 'answerCallbackQuery') return this.notice(params);
    const chatId = Number(params['chat_id']);
    if (chatId < 0) return this.answerInGroup(chatId, method, params);
    const user = this.users.get(chatId);
    if (!user?.hasStarted) return refused(400, 'Bad Request: chat not found');
    if (method === 'getChat') return done({ id: chatId, type: 'private', username: user.username, first_name: 'X' });
    if (user.state === 'blocked') return refused(403, 'Forbidden: bot was blocked by the user');
    if (user.state === 'deactivated') return refused(403, 'Forbidden: user is deactivated');
    if (method === 'sendMessage') return this.post(chatId, params);
    if (method === 'deleteMessage') return this.remove(chatId, Number(params['message_id']));
    return method === 'editMessageText' ? this.edit(chatId, params) : refused(404, 'Not Found');
  }

  /** Messages that are older than two days stay. */
  private remove(chatId: number, messageId: number): Answer {
    const at = this.posts.findIndex((one) => one.chatId === chatId && one.messageId === messageId);
    if (at === -1) return refused(400, 'Bad Request: message to delete not found');
    if (this.oldPosts.has(messageId)) return refused(400, "Bad Request: message can't be deleted for everyone");
    this.posts.splice(at, 1);
    return done(true);
  }

  private notice(params: Params): Answer {
    const [queryId, text] = [params['callback_query_id'] as string, (params['text'] ?? '') as string];
    if (text.length > 200) return refused(400, 'Bad Request: MESSAGE_TOO_LONG');
    if (this.notices.items.some((notice) => notice.queryId === queryId))
      return refused(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
    this.notices.add({ queryId, text });
    return done(true);
  }

  private answerInGroup(chatId: number, method: string, params: Params): Answer {
    if (!this.groups.has(chatId)) return refused(403, 'Forbidden: bot was kicked from the supergroup chat');
    if (method === 'sendMessage') return this.post(chatId, params);
    return method === 'editMessageText' ? this.edit(chatId, params) : refused(404, 'Not Found');
  }

  private post(chatId: number, params: Params): Answer {
    const message = readMessage(params);
    if (typeof message === 'string') return refused(400, message);
    const { message_id: answers = null } = (params['reply_parameters'] ?? {}) as { readonly message_id?: number };
    const post: TelegramPost = { chatId, messageId: (this.n += 1), answers, ...message, edits: 0 };
    this.posts.push(post);
    this.changes.add({ ...post });
    return done({ message_id: post.messageId, chat: { id: chatId, type: 'private' } });
  }

  private edit(chatId: number, params: Params): Answer {
    const post = this.posts.find((one) => one.chatId === chatId && one.messageId === params['message_id']);
    if (!post) return refused(400, 'Bad Request: message to edit not found');
    const message = readMessage(params);
    if (typeof message === 'string') return refused(400, message);
    if (message.html === post.html && JSON.stringify(message.buttons) === JSON.stringify(post.buttons))
      return refused(400, 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same');
    Object.assign(post, message, { edits: post.edits + 1 });
    this.changes.add({ ...post });
    return done({ message_id: post.messageId, chat: { id: chatId, type: 'private' } });
  }
}
