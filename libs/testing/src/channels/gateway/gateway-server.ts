import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ItemCollector } from '../../await-items.js';

export interface GatewaySms {
  readonly to: string;
  readonly text: string;
  readonly from: string | null;
  /** Where it is reported, with `%d` for its state. */
  readonly callback: string | null;
}

interface Options {
  readonly user: string;
  readonly password: string;
  /** The public address of the server that it calls back, and where that server really is. */
  readonly publicUrl: string;
  readonly localUrl: () => string;
}

/** Kannel’s sendsms on loopback, and its calls for reports and replies, as Kannel 1.4.5 was seen to make them: GET, nothing signed. */
export class GatewayServer {
  private readonly all = new ItemCollector<GatewaySms>('SMS');
  private refusal: number | null = null;
  requests = 0;

  private constructor(
    private readonly server: Server,
    private readonly options: Options,
  ) {
    server.on('request', (request, response) => void this.take(request, response).catch(() => response.destroy()));
  }

  static async start(options: Options): Promise<GatewayServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new GatewayServer(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/cgi-bin/sendsms`;
  }
  get messages(): readonly GatewaySms[] {
    return this.all.items;
  }
  waitFor(matches: (sms: GatewaySms) => boolean): Promise<GatewaySms> {
    return this.all.waitFor(matches);
  }
  /** From now on every message is refused; null: taken again. */
  refuse(status: number | null): void {
    this.refusal = status;
  }

  /** Kannel’s `%d`: 1 delivered, 2 failed, 4 queued, 8 at the SMSC, 16 refused there. */
  async report({ callback }: GatewaySms, state: number): Promise<{ readonly status: number; readonly body: string }> {
    if (callback === null) throw new Error('no report was requested');
    return this.call(callback.replace('%d', String(state)));
  }

  /** A text from a phone; the answer’s body goes back to it. `at`: the address for replies, as it is configured. */
  async reply(at: string, from: string, body: string, id = `r${(this.requests += 1)}`) {
    return this.call(`${at}?${new URLSearchParams({ from, text: body, id }).toString()}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async call(url: string): Promise<{ readonly status: number; readonly body: string }> {
    const response = await fetch(url.replace(this.options.publicUrl, this.options.localUrl()));
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 200 && !type.startsWith('text/plain')) throw new Error(`Kannel sends no ${type} to a phone`);
    return { status: response.status, body: await response.text() };
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const form = new URLSearchParams(await text(request));
    const of = (name: string): string | null => searchParams.get(name) ?? form.get(name);
    const say = (status: number, body: string): void => void response.writeHead(status, { 'Content-Type': 'text/html' }).end(body);
    if (pathname !== '/cgi-bin/sendsms') return say(404, 'not found');
    if (of('username') !== this.options.user || of('password') !== this.options.password)
      return say(403, 'Authorization failed for sendsms');
    const to = of('to');
    if (!to) return say(400, 'Missing receiver number, rejected');
    if (this.refusal !== null) return say(this.refusal, 'Temporal failure, try again later.');
    say(202, '0: Accepted for delivery');
    this.all.add({ to, text: of('text') ?? '', from: of('from'), callback: of('dlr-url') });
  }
}
