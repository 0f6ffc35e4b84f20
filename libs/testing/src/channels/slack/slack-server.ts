import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';
import { ItemCollector } from '../../await-items.js';
import { bodyOf, buttonsOf, readBlocks, type SlackPost } from './slack-messages.js';

const needed = [
  'chat:write',
  'chat:write.public',
  'users:read',
  'users:read.email',
  'usergroups:read',
  'usergroups:write',
  'im:write',
  'channels:read',
  'groups:read',
];

export interface SlackOptions {
  readonly botToken: string;
  readonly appToken: string;
  readonly scopes?: readonly string[];
}

interface Presser {
  /** Another workspace, of somebody in a shared channel. */
  readonly teamId?: string;
  readonly actionTs?: string;
}

/** Where an app without Socket Mode has its presses sent. */
export interface SlackRequests {
  readonly url: () => string;
  readonly signingSecret: string;
  /** Seconds since 1970. */
  readonly now: () => Promise<number>;
}

/** As docs.slack.dev describes it, and not as the program checks it. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v0=${createHmac('sha256', secret).update(['v0', timestamp, body].join(':')).digest('hex')}`;

type Answer = Readonly<Record<string, unknown>>;
const refused = (error: string, more: Answer = {}): Answer => ({ ok: false, error, ...more });

/** A workspace of Slack on loopback: Web API, Socket Mode, and the people who press buttons. It refuses what Slack refuses. */
export class SlackServer {
  readonly teamId = 'T0ACME';
  /** Every message, changed in place. */
  readonly posts: SlackPost[] = [];
  private readonly changes = new ItemCollector<SlackPost>('message or change in Slack');
  private readonly whispers = new ItemCollector<{ readonly user: string; readonly text: string }>('private answer in Slack');
  private readonly opened = new ItemCollector<WebSocket>('socket to Slack');
  private readonly users = new Map<string, { name: string; isGone: boolean }>();
  private readonly channels = new Map<string, { isPrivate: boolean; hasApp: boolean; isArchived: boolean }>();
  private readonly userGroups = new Map<string, { readonly id: string; readonly handle: string; readonly users: readonly string[] }>();
  private readonly sets = new ItemCollector<{ readonly id: string; readonly users: readonly string[] }>('members of a user group');
  private readonly sockets = new Set<WebSocket>();
  private readonly acks = new ItemCollector<string>('confirmation of an envelope');
  private isAway = false;
  private limitedFor: number | null = null;
  private revoked = false;
  private opening: Promise<unknown> | null = null;
  private readonly openings = new ItemCollector<string>('asked for the address of a socket');
  private nextAnswer: { readonly status: number; readonly body: string } | null = null;
  /** Connections of other programs that use the same app. */
  otherConnections = 0;
  /** Null: presses go to a socket. */
  requests: SlackRequests | null = null;
  /** Methods that were called, also in vain. */
  readonly calls: string[] = [];
  private n = 0;

  private constructor(
    private readonly server: Server,
    private readonly wss: WebSocketServer,
    private readonly options: SlackOptions,
  ) {
    server.on('request', (request, response) => void this.take(request, response).catch(() => {}));
    wss.on('connection', (socket) => this.greet(socket));
  }

  static async start(options: SlackOptions): Promise<SlackServer> {
    const server = createServer();
    const wss = new WebSocketServer({ server, path: '/socket' });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlackServer(server, wss, options);
  }

  private get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  /** The address of the Web API. */
  get url(): string {
    return `http://${this.host}/api`;
  }
  /** Whether anything holds a socket. */
  get connections(): number {
    return this.sockets.size;
  }
  addUser(id: string, name: string): void {
    this.users.set(id, { name, isGone: false });
  }
  addUserGroup(id: string, handle: string, users: readonly string[]): void {
    this.userGroups.set(id, { id, handle, users });
  }
  removeUserGroup(id: string): void {
    this.userGroups.delete(id);
  }
  membersOf(id: string): readonly string[] {
    return this.userGroups.get(id)!.users;
  }
  /** Resolves once a group was set to these, in any order. */
  async waitForMembers(id: string, ...users: readonly string[]): Promise<void> {
    const isIt = () => this.membersOf(id).toSorted().join() === users.toSorted().join();
    if (!isIt()) await this.sets.waitFor(isIt);
  }
  addChannel(id: string, { isPrivate = false, hasApp = true } = {}): void {
    this.channels.set(id, { isPrivate, hasApp, isArchived: false });
  }
  /** `/remove @tocsin`, of a private channel: it is not there any more for the app. */
  removeApp(id: string): void {
    this.channels.set(id, { isPrivate: true, hasApp: false, isArchived: false });
  }
  invite(id: string): void {
    this.channels.set(id, { isPrivate: true, hasApp: true, isArchived: false });
  }
  deactivate(id: string): void {
    this.users.get(id)!.isGone = true;
  }
  revoke(isRevoked = true): void {
    this.revoked = isRevoked;
  }
  /** The next call is answered with 429. */
  limit(seconds: number): void {
    this.limitedFor = seconds;
  }
  /** What the next call is answered with. */
  answerNext(status: number, body: string): void {
    this.nextAnswer = { status, body };
  }
  /** Answers 503 to everything, and drops every socket. */
  goAway(): void {
    this.isAway = true;
    for (const socket of this.sockets) socket.terminate();
  }
  comeBack(): void {
    this.isAway = false;
  }
  /** Names the address of no socket until this is called. */
  holdOpening(): () => void {
    let release = (): void => {};
    this.opening = new Promise<void>((resolve) => (release = resolve));
    return release;
  }
  /** Resolves once somebody asked for the address of a socket. */
  waitForOpening(): Promise<unknown> {
    return this.openings.waitFor();
  }
  get openedSockets(): number {
    return this.opened.items.length;
  }
  /** Slack recycles sockets every few hours. */
  recycle(reason = 'refresh_requested'): void {
    for (const socket of this.sockets) socket.send(JSON.stringify({ type: 'disconnect', reason }));
  }
  /** A frame that no documentation knows. */
  sendOdd(frame: string): void {
    for (const socket of this.sockets) socket.send(frame);
  }
  /** Resolves once everything that was sent was read: frames are answered in their order. */
  async waitUntilRead(): Promise<void> {
    for (const socket of this.sockets) {
      const pong = once(socket, 'pong');
      socket.ping();
      await pong;
    }
  }

  waitForPost(predicate: (post: SlackPost) => boolean): Promise<SlackPost> {
    return this.changes.waitFor(predicate);
  }
  waitForWhisper(predicate: (whisper: { readonly user: string; readonly text: string }) => boolean = () => true) {
    return this.whispers.waitFor(predicate);
  }
  get whispered() {
    return this.whispers.items;
  }
  /** Resolves once so many sockets were opened, since the start. */
  async waitForSockets(count: number): Promise<void> {
    await this.opened.waitFor(() => this.opened.items.length >= count);
  }
  /** Resolves once nothing holds a socket. */
  waitForNoSocket(): Promise<void> {
    return this.waitForConnections(0);
  }
  /** Resolves once so many sockets are held, of those that are held now. */
  async waitForConnections(count: number): Promise<void> {
    while (this.sockets.size > count) await Promise.race([...this.sockets].map((socket) => once(socket, 'close')));
  }
  static textOf(post: SlackPost): string {
    return bodyOf(post);
  }
  static buttonsOf(post: SlackPost): readonly string[] {
    return buttonsOf(post).map(({ text }) => text.text);
  }

  /** A finger on a button; resolves once the program has confirmed it. */
  async press(post: SlackPost, label: string, user: string, { teamId = this.teamId, actionTs }: Presser = {}): Promise<void> {
    const button = buttonsOf(post).find(({ text }) => text.text === label);
    if (!button) throw new Error(`no button ${label}: ${SlackServer.buttonsOf(post).join(', ')}`);
    const envelopeId = `e${(this.n += 1)}`;
    const payload = {
      type: 'block_actions',
      user: { id: user, username: user.toLowerCase(), team_id: teamId },
      team: { id: this.teamId, domain: 'acme' },
      channel: { id: post.channel },
      container: { message_ts: post.ts, channel_id: post.channel },
      response_url: `http://${this.host}/response/${user}`,
      actions: [{ action_id: button.action_id, block_id: 'b', value: button.value, action_ts: actionTs ?? `1764295200.${this.n}` }],
    };
    if (this.requests) {
      const answer = await this.request(`payload=${encodeURIComponent(JSON.stringify(payload))}`);
      if (answer.status !== 200 || answer.body !== '') throw new Error(`Slack shows a warning sign: ${answer.status} ${answer.body}`);
      return;
    }
    // each envelope goes to one socket
    const [socket] = [...this.sockets].slice(-1);
    if (!socket) throw new Error('nothing is connected: Slack shows a warning sign');
    socket.send(JSON.stringify({ type: 'interactive', envelope_id: envelopeId, accepts_response_payload: false, payload }));
    await this.acks.waitFor((id) => id === envelopeId);
  }

  /** A request to the app, signed as Slack does. */
  async request(
    body: string,
    { type = 'application/x-www-form-urlencoded', secret = this.requests!.signingSecret, age = 0, url = this.requests!.url() } = {},
  ): Promise<{ readonly status: number; readonly body: string }> {
    const timestamp = String(Math.floor(await this.requests!.now()) - age);
    const headers = {
      'Content-Type': type,
      'X-Slack-Request-Timestamp': timestamp,
      'X-Slack-Signature': signatureOf(secret, timestamp, body),
    };
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, body: await response.text() };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    this.wss.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private greet(socket: WebSocket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('message', (data: Buffer) => this.acks.add((JSON.parse(data.toString('utf8')) as { envelope_id: string }).envelope_id));
    socket.send(JSON.stringify({ type: 'hello', num_connections: this.sockets.size + this.otherConnections, connection_info: {} }));
    this.opened.add(socket);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const path = request.url ?? '';
    const send = (status: number, answer: Answer, headers = {}): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(answer));
    if (this.isAway) return void response.writeHead(503).end('upstream connect error');
    if (path.startsWith('/response/')) {
      this.whispers.add({ user: path.slice('/response/'.length), text: (JSON.parse(body) as { text: string }).text });
      return send(200, { ok: true });
    }
    const method = path.slice('/api/'.length);
    this.calls.push(method);
    if (method === 'apps.connections.open') {
      this.openings.add(method);
      await this.opening;
    }
    if (this.nextAnswer) {
      const { status, body: planted } = this.nextAnswer;
      this.nextAnswer = null;
      return void response.writeHead(status).end(planted);
    }
    if (this.limitedFor !== null) {
      const seconds = this.limitedFor;
      this.limitedFor = null;
      return send(429, refused('ratelimited'), { 'Retry-After': String(seconds) });
    }
    const answer = this.answer(method, new URLSearchParams(body), String(request.headers.authorization));
    send(200, answer, { 'x-oauth-scopes': (this.options.scopes ?? needed).join(',') });
  }

  private answer(method: string, form: URLSearchParams, authorization: string): Answer {
    const token = authorization.replace('Bearer ', '');
    const isApp = method === 'apps.connections.open';
    if (this.revoked) return refused('token_revoked');
    if (token !== (isApp ? this.options.appToken : this.options.botToken)) return refused('invalid_auth');
    if (isApp) return { ok: true, url: `ws://${this.host}/socket?ticket=${(this.n += 1)}` };
    if (method === 'auth.test') return { ok: true, team: 'Acme', team_id: this.teamId, user: 'tocsin', user_id: 'U0BOT' };
    if (method === 'users.info') return this.describeUser(String(form.get('user')));
    if (method === 'chat.postMessage') return this.post(form);
    if (method === 'usergroups.list') return { ok: true, usergroups: [...this.userGroups.values()] };
    if (method === 'usergroups.users.update') return this.setUserGroup(String(form.get('usergroup')), form.get('users') ?? '');
    if (method === 'chat.delete') return this.remove(String(form.get('channel')), String(form.get('ts')));
    return method === 'chat.update' ? this.update(form) : refused('unknown_method');
  }

  /** It replaces all members; none are refused, and everybody when one is gone. */
  private setUserGroup(id: string, users: string): Answer {
    const group = this.userGroups.get(id);
    if (!group) return refused('no_such_subteam');
    if (users === '') return refused('no_users_provided');
    const members = users.split(',');
    if (members.some((user) => this.users.get(user)?.isGone !== false)) return refused('invalid_users');
    this.userGroups.set(id, { ...group, users: members });
    this.sets.add({ id, users: members });
    return { ok: true, usergroup: { id, users: members } };
  }

  private describeUser(id: string): Answer {
    const user = this.users.get(id);
    return user
      ? { ok: true, user: { id, team_id: this.teamId, name: user.name, deleted: user.isGone, is_bot: false } }
      : refused('user_not_found');
  }

  /** A message to a person is in a channel of its own, which the answer names: also once they are deactivated. */
  private channelOf(to: string): string | null {
    if (/^[UW]/.test(to)) return this.users.has(to) ? `D${to.slice(1)}` : null;
    const channel = this.channels.get(to);
    return channel && (channel.hasApp || !channel.isPrivate) ? to : null;
  }

  private post(form: URLSearchParams): Answer {
    if (!(this.options.scopes ?? needed).includes('chat:write')) return refused('missing_scope', { needed: 'chat:write' });
    const to = String(form.get('channel'));
    const channel = this.channelOf(to);
    if (channel === null) return refused(/^[UW]/.test(to) ? 'user_not_found' : 'channel_not_found');
    const blocks = readBlocks(form.get('blocks') ?? '[]');
    if (typeof blocks === 'string') return refused(blocks);
    const text = form.get('text') ?? '';
    // phones show it
    if (text === '') return refused('no_text');
    const ts = `1764295200.${String((this.n += 1)).padStart(6, '0')}`;
    const threadTs = form.get('thread_ts');
    const post: SlackPost = { channel, ts, threadTs, isBroadcast: form.get('reply_broadcast') === 'true', text, blocks, edits: 0 };
    this.posts.push(post);
    this.changes.add({ ...post });
    return { ok: true, channel, ts, message: { text } };
  }

  private remove(channel: string, ts: string): Answer {
    const at = this.posts.findIndex((one) => one.channel === channel && one.ts === ts);
    if (at === -1) return refused('message_not_found');
    this.posts.splice(at, 1);
    return { ok: true, channel, ts };
  }

  private update(form: URLSearchParams): Answer {
    const [channel, ts] = [form.get('channel'), form.get('ts')];
    const post = this.posts.find((one) => one.channel === channel && one.ts === ts);
    if (!post) return refused(/^[UW]/.test(channel ?? '') ? 'channel_not_found' : 'message_not_found');
    const blocks = readBlocks(form.get('blocks') ?? '[]');
    if (typeof blocks === 'string') return refused(blocks);
    Object.assign(post, { text: form.get('text') ?? '', blocks, edits: post.edits + 1 });
    this.changes.add({ ...post });
    return { ok: true, channel, ts, text: post.text };
  }
}
