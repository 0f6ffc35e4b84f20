import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { ItemCollector } from '../../await-items.js';

const most = (characters: number) =>
  z.string().refine((text) => Array.from(text).length <= characters, `longer than ${characters} characters`);

/** What `messages.json` takes; anything else is a failure of the sender. */
const publication = z.strictObject({
  token: z.string(),
  user: z.string(),
  title: most(250).optional(),
  message: most(1_024).min(1),
  url: most(512).optional(),
  url_title: most(100).optional(),
  priority: z.enum(['-2', '-1', '0', '1', '2']).default('0'),
  retry: z.coerce.number().int().min(30).optional(),
  expire: z.coerce.number().int().min(1).max(10_800).optional(),
  tags: z.string().optional(),
});

/** A message as its user sees it. */
export interface PushoverMessage extends z.infer<typeof publication> {
  /** Of an emergency. */
  readonly receipt: string | null;
  /** How an emergency goes on. */
  state: 'ringing' | 'confirmed' | 'cancelled' | null;
  isDelivered: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}
const done = (more: object = {}): Answer => ({ status: 200, body: { status: 1, request: 'r-1', ...more } });
const refused = (status: number, more: object): Answer => ({ status, body: { status: 0, request: 'r-1', ...more } });

export interface PushoverOptions {
  readonly apiToken: string;
}

/** Pushover’s API on loopback, and the people who confirm emergencies. It refuses what Pushover refuses; what it would never be sent fails the test. */
export class PushoverServer {
  readonly errors: unknown[] = [];
  private readonly all = new ItemCollector<PushoverMessage>('message of Pushover');
  private readonly cancellations = new ItemCollector<string>('cancelled emergency');
  private readonly users = new Set<string>();
  private nextAnswer: { readonly status: number; readonly body: string } | null = null;
  private isUsedUp = false;
  private mayCancel: Promise<void> = Promise.resolve();
  /** Of receipts. */
  reads = 0;

  private constructor(
    private readonly server: Server,
    private options: PushoverOptions,
  ) {
    server.on('request', (request, response) => void this.take(request, response).catch((error: unknown) => this.errors.push(error)));
  }

  static async start(options: PushoverOptions): Promise<PushoverServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PushoverServer(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  get messages(): readonly PushoverMessage[] {
    return this.all.items;
  }
  waitFor(predicate?: (message: PushoverMessage) => boolean): Promise<PushoverMessage> {
    return this.all.waitFor(predicate);
  }
  waitForCancellation(receipt: string | null): Promise<string> {
    return this.cancellations.waitFor((one) => one === receipt);
  }
  addUser(key: string): void {
    this.users.add(key);
  }
  removeUser(key: string): void {
    this.users.delete(key);
  }
  /** “Acknowledge” in the app. */
  confirm(message: PushoverMessage): void {
    if (message.state !== 'ringing') throw new Error(`nothing rings: ${message.state ?? 'no emergency'}`);
    message.state = 'confirmed';
  }
  deliver(message: PushoverMessage): void {
    message.isDelivered = true;
  }
  /** The token is of no application any more. */
  revoke(): void {
    this.options = { apiToken: '' };
  }
  useUp(): void {
    this.isUsedUp = true;
  }
  answerNext(status: number, body: string): void {
    this.nextAnswer = { status, body };
  }

  /** Cancellations are not answered until what is returned is called. */
  holdCancellations(): () => void {
    let release = (): void => {};
    this.mayCancel = new Promise((resolve) => (release = resolve));
    return () => release();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const form = new URLSearchParams(body);
    if (pathname.includes('/cancel_by_tag/')) await this.mayCancel;
    const planted = this.nextAnswer;
    this.nextAnswer = null;
    if (planted) return void response.writeHead(planted.status).end(planted.body);
    const { status, body: answer } = this.answer(request.method ?? '', pathname, request.method === 'GET' ? searchParams : form);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  }

  private answer(method: string, path: string, form: URLSearchParams): Answer {
    if (form.get('token') !== this.options.apiToken)
      return refused(400, { token: 'invalid', errors: ['application token is invalid, see https://pushover.net/api'] });
    if (method === 'POST' && path === '/1/messages.json') return this.post(form);
    const [, tag] = /^\/1\/receipts\/cancel_by_tag\/([\w-]+)\.json$/.exec(path) ?? [];
    if (method === 'POST' && tag !== undefined) return this.cancel(tag);
    const [, receipt] = /^\/1\/receipts\/(\w+)\.json$/.exec(path) ?? [];
    return method === 'GET' && receipt !== undefined ? this.readReceipt(receipt) : refused(404, { errors: ['not found'] });
  }

  private post(form: URLSearchParams): Answer {
    const message = publication.parse(Object.fromEntries(form));
    if (this.isUsedUp) return refused(429, { errors: ['application is over its monthly message quota'] });
    if (!this.users.has(message.user)) return refused(400, { user: 'invalid', errors: ['user identifier is not a valid user'] });
    const isEmergency = message.priority === '2';
    if (isEmergency && (message.retry === undefined || message.expire === undefined))
      return refused(400, { retry: 'must be supplied with priority=2', errors: ['retry must be supplied with priority=2'] });
    const receipt = isEmergency ? `r${String(this.messages.length + 1).padStart(29, '0')}` : null;
    this.all.add({ ...message, receipt, state: isEmergency ? 'ringing' : null, isDelivered: false });
    return done(receipt === null ? {} : { receipt });
  }

  private cancel(tag: string): Answer {
    const ringing = this.messages.filter(({ tags, state }) => tags === tag && state === 'ringing');
    for (const message of ringing) {
      message.state = 'cancelled';
      this.cancellations.add(message.receipt!);
    }
    return done({ canceled: ringing.length });
  }

  private readReceipt(receipt: string): Answer {
    this.reads += 1;
    const message = this.messages.find((one) => one.receipt === receipt);
    if (!message) return refused(404, { receipt: 'not found', errors: ['receipt not found'] });
    return done({
      acknowledged: message.state === 'confirmed' ? 1 : 0,
      acknowledged_at: 0,
      last_delivered_at: message.isDelivered || message.state === 'confirmed' ? 1_764_295_200 : 0,
      expired: 0,
      called_back: 0,
    });
  }
}
