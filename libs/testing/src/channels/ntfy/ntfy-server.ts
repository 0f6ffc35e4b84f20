import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ItemCollector } from '../../await-items.js';

const action = z.object({
  action: z.literal('http'),
  label: z.string(),
  url: z.url(),
  method: z.enum(['POST', 'GET', 'PUT']).default('POST'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  clear: z.boolean().default(false),
});

/** What `POST /` takes; unknown fields pass. */
const publication = z.object({
  topic: z.string(),
  title: z.string().default(''),
  message: z.string().default('triggered'),
  priority: z.number().int().min(0).max(5).default(3),
  tags: z.array(z.string()).default([]),
  click: z.string().optional(),
  actions: z.array(action).max(3).default([]),
  sequence_id: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/)
    .optional(),
});

/** A message as a subscribed phone gets it. */
export interface NtfyReceipt extends z.infer<typeof publication> {
  readonly id: string;
}

interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusals = {
  invalidJson: { status: 400, code: 40_024, error: 'invalid request: request body must be message JSON' },
  topic: { status: 400, code: 40_009, error: 'invalid request: topic invalid' },
  message: { status: 400, code: 40_014, error: 'invalid request: attachments not allowed' },
  tooLarge: { status: 413, code: 41_303, error: 'JSON body too large' },
  unauthorized: { status: 401, code: 40_101, error: 'unauthorized' },
  forbidden: { status: 403, code: 40_301, error: 'forbidden' },
  limitRequests: { status: 429, code: 42_901, error: 'limit reached: too many requests' },
  limitAuth: { status: 429, code: 42_909, error: 'limit reached: too many auth failures' },
} as const satisfies Readonly<Record<string, Refusal>>;

export interface NtfyOptions {
  /** The only access token for any topic; open to everyone when left out. */
  readonly token?: string;
  /** As before 2.16: it does not know sequence ids. */
  readonly isOld?: boolean;
  /** Requests of one address at once; 60 in a real one. The fake refills none. */
  readonly requests?: number;
}

/** A real HTTP server on loopback that answers as ntfy 2.13 (old) and 2.17 were seen to, and remembers each message as a phone would. */
export class NtfyServer {
  private readonly all = new ItemCollector<NtfyReceipt>('message of ntfy');
  private requestsLeft: number;
  private wrongTries = 0;
  private answerAll: Refusal | 'page' | 'hang' | null = null;
  /** Everything that was asked, also in vain. */
  requests = 0;

  private constructor(
    private readonly server: Server,
    private options: NtfyOptions,
  ) {
    this.requestsLeft = options.requests ?? Infinity;
    // a caller that gives up half-way is not the server’s error
    server.on('request', (request, response) => void this.take(request, response).catch(() => {}));
  }

  static async start(options: NtfyOptions = {}): Promise<NtfyServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new NtfyServer(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  /** Accepted messages, in order. */
  get messages(): readonly NtfyReceipt[] {
    return this.all.items;
  }
  waitFor(predicate?: (message: NtfyReceipt) => boolean): Promise<NtfyReceipt> {
    return this.all.waitFor(predicate);
  }
  /** The notifications that a phone shows: a message replaces the one with its sequence id. */
  shown(topic: string): readonly NtfyReceipt[] {
    const notifications = new Map<string, NtfyReceipt>();
    for (const message of this.messages.filter((one) => one.topic === topic)) {
      const key = this.options.isOld ? message.id : (message.sequence_id ?? message.id);
      notifications.set(key, message);
    }
    return [...notifications.values()];
  }
  /** A thumb on the button: the phone’s app makes the call by itself. Returns the status. */
  async press({ actions }: NtfyReceipt, label: string): Promise<number> {
    const { url, method, headers, body } = actions.find((one) => one.label === label)!;
    return (await fetch(url, { method, headers, body })).status;
  }

  /** From now on only this token is right. */
  changeToken(token: string): void {
    this.options = { ...this.options, token };
  }
  refuseAll(name: keyof typeof refusals, headers?: Readonly<Record<string, string>>): void {
    this.answerAll = { ...refusals[name], ...(headers ? { headers } : {}) };
  }
  fail(status: number, headers?: Readonly<Record<string, string>>): void {
    this.answerAll = { status, code: 0, error: 'internal server error', ...(headers ? { headers } : {}) };
  }
  /** Answers 200 with a page, as a proxy with a sign-in does. */
  answerAsPage(): void {
    this.answerAll = 'page';
  }
  hang(): void {
    this.answerAll = 'hang';
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.requests += 1;
    if (this.answerAll === 'hang') return;
    if (this.answerAll === 'page') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>');
    const answer = this.answerAll ?? this.refusalOf(request) ?? this.publish(body);
    if (!('status' in answer)) return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    const { status, code, error, headers } = answer as Refusal;
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify({ ...(code === 0 ? {} : { code }), http: status, error }));
  }

  private refusalOf({ method, url, headers: { authorization } }: IncomingMessage): Refusal | null {
    if (method !== 'POST' || url !== '/') return { status: 404, code: 40_401, error: 'page not found' };
    this.requestsLeft -= 1;
    if (this.requestsLeft < 0) return refusals.limitRequests;
    const { token } = this.options;
    if (token === undefined || authorization === `Bearer ${token}`) return this.wrongTries >= 30 ? refusals.limitAuth : null;
    if (authorization === undefined) return refusals.forbidden;
    this.wrongTries += 1;
    return this.wrongTries > 30 ? refusals.limitAuth : refusals.unauthorized;
  }

  private publish(body: Buffer): Refusal | object {
    if (body.length > 8_192) return refusals.tooLarge;
    let json: unknown;
    try {
      json = JSON.parse(body.toString('utf8'));
    } catch {
      return refusals.invalidJson;
    }
    const parsed = publication.safeParse(json);
    if (!parsed.success) return refusals.invalidJson;
    const { topic, message, sequence_id: sequenceId } = parsed.data;
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return refusals.topic;
    if (Buffer.byteLength(message) >= 4_096) return refusals.message;
    const id = `m${String(this.messages.length).padStart(11, '0')}`;
    this.all.add({ ...parsed.data, id });
    const echoed = sequenceId === undefined || this.options.isOld ? {} : { sequence_id: sequenceId };
    return { id, time: 1_764_295_200, expires: 1_764_338_400, event: 'message', topic, ...echoed };
  }
}
