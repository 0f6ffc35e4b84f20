import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ItemCollector } from '../../await-items.js';

/** What `POST /message` takes; unknown fields pass. */
const publication = z.object({
  title: z.string().optional(),
  message: z.string().min(1),
  priority: z.number().int().optional(),
  extras: z.object({ 'client::notification': z.object({ click: z.object({ url: z.url() }) }) }).optional(),
});

/** A message as a phone gets it. */
export interface GotifyReceipt extends z.infer<typeof publication> {
  readonly id: number;
}

export interface GotifyOptions {
  readonly applicationToken: string;
  readonly clientToken?: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}
const refusalOf = (status: number, error: string, errorDescription: string): Answer => ({
  status,
  body: { error, errorCode: status, errorDescription },
});

/** A real HTTP server on loopback that answers as Gotify 3.0 was seen to, and remembers each message. */
export class GotifyServer {
  private readonly all = new ItemCollector<GotifyReceipt>('message of Gotify');
  private answerAll: Answer | 'hang' | null = null;
  /** Everything that was asked, also in vain. */
  requests = 0;

  private constructor(
    private readonly server: Server,
    private options: GotifyOptions,
  ) {
    // a caller that gives up half-way is not the server’s error
    server.on('request', (request, response) => void this.take(request, response).catch(() => {}));
  }

  static async start(options: GotifyOptions): Promise<GotifyServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new GotifyServer(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  /** Accepted messages, in order. */
  get messages(): readonly GotifyReceipt[] {
    return this.all.items;
  }
  waitFor(predicate?: (message: GotifyReceipt) => boolean): Promise<GotifyReceipt> {
    return this.all.waitFor(predicate);
  }

  /** From now on only this token is an application’s. */
  changeToken(applicationToken: string): void {
    this.options = { ...this.options, applicationToken };
  }
  fail(status: number, body: object = {}): void {
    this.answerAll = { status, body };
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
    const { status, body: answer } = this.answerAll ?? this.answerTo(request, body.toString('utf8'));
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  }

  private answerTo({ method, url, headers }: IncomingMessage, body: string): Answer {
    if (method !== 'POST' || url !== '/message') return refusalOf(404, 'Not Found', 'page not found');
    const token = headers['x-gotify-key'];
    if (token === this.options.clientToken && token !== undefined) return refusalOf(400, 'Bad Request', 'appid is required');
    if (token !== this.options.applicationToken)
      return refusalOf(401, 'Unauthorized', 'you need to provide a valid access token or user credentials to access this api');
    // anything but JSON is read as a form
    const isJson = headers['content-type'] === 'application/json';
    const parsed = publication.safeParse(isJson ? JSON.parse(body) : {});
    if (!parsed.success) return refusalOf(400, 'Bad Request', "Field 'message' is required");
    const id = this.messages.length + 1;
    this.all.add({ ...parsed.data, id });
    return { status: 200, body: { id, appid: 1, ...parsed.data, date: '2026-11-28T03:12:00Z' } };
  }
}
