import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  webhookBundle,
  webhookPage,
  webhookVerification,
  type WebhookBundle,
  type WebhookPage,
  type WebhookVerification,
} from '@tocsin/contracts/contacts/webhook.js';
import { verifySignature } from '@tocsin/platform/http/webhook-signature.js';
import { ItemCollector } from '../await-items.js';

/** One request, as received, and the phone’s reaction: a status, or none. */
export interface PhoneCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Null while the phone does not know the secret. */
  readonly signed: boolean | null;
  readonly answered: number | 'hung' | 'dropped';
}

type Behaviour = { readonly status: number; readonly headers: Readonly<Record<string, string>> } | 'hang' | 'drop';

const well: Behaviour = { status: 200, headers: {} };

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

/** A person’s phone: a real HTTP server on loopback, for a webhook contact method, that records its requests. */
export class Phone {
  private readonly allRequests = new ItemCollector<PhoneCall>('request');
  private readonly allPages = new ItemCollector<WebhookPage>('page');
  private readonly allMessages: (WebhookPage | WebhookBundle)[] = [];
  private readonly codes = new ItemCollector<WebhookVerification>('verification');
  private readonly next: Behaviour[] = [];
  private always: Behaviour = well;
  /** Answers wait for this. */
  private gate = Promise.resolve();
  private openGate = (): void => {};

  private constructor(
    private readonly server: Server,
    private secret: string | null,
  ) {
    // a caller that gives up half-way is not the phone’s error
    server.on('request', (request, response) => void this.take(request, response).catch(() => {}));
  }

  /** Listens on a free port of 127.0.0.1. With a secret, it accepts only pages that are signed with it. */
  static async start(options: { readonly secret?: string } = {}): Promise<Phone> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Phone(server, options.secret ?? null);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/ring`;
  }
  /** Messages that were answered with 2xx, in order of arrival: a page each, or several in one. */
  get messages(): readonly (WebhookPage | WebhookBundle)[] {
    return this.allMessages;
  }
  /** The pages that the messages list in full; only correctly signed ones, once the secret is known. */
  get pages(): readonly WebhookPage[] {
    return this.allPages.items;
  }
  /** Every request, including refused and unanswered ones. */
  get rings(): readonly PhoneCall[] {
    return this.allRequests.items;
  }

  /** The code of the last verification message; undefined before the first. */
  lastCode(): string | undefined {
    return this.codes.items.at(-1)?.code;
  }
  /** From now on signatures are checked. */
  addSecret(secret: string): void {
    this.secret = secret;
  }
  /** Answers the next requests with these statuses, one each, then as before. */
  answerNext(...statuses: readonly number[]): void {
    this.next.push(...statuses.map((status) => ({ status, headers: {} })));
  }
  /** Answers all requests with this status. */
  answer(status: number, headers: Readonly<Record<string, string>> = {}): void {
    this.always = { status, headers };
  }
  /** Accepts requests and never answers. */
  hang(): void {
    this.always = 'hang';
  }
  /** Cuts the connection after reading a request. */
  drop(): void {
    this.always = 'drop';
  }
  /** Accepts requests and answers them only after `recover`. */
  hold(): void {
    this.gate = new Promise((resolve) => void (this.openGate = resolve));
  }
  /** Works again. */
  recover(): void {
    this.openGate();
    this.next.length = 0;
    this.always = well;
  }

  /** The first matching page, received or future. Rejects after `timeoutMs`. */
  async waitFor(predicate?: (page: WebhookPage) => boolean, timeoutMs?: number): Promise<WebhookPage> {
    return this.allPages.waitFor(predicate, timeoutMs);
  }
  /** The first matching request, whatever the answer. */
  async waitForRing(predicate?: (call: PhoneCall) => boolean, timeoutMs?: number): Promise<PhoneCall> {
    return this.allRequests.waitFor(predicate, timeoutMs);
  }
  /** The code of the first verification message for this contact method. */
  async waitForCode(contactMethodId?: string, timeoutMs?: number): Promise<string> {
    const isMatching = (verification: WebhookVerification): boolean =>
      contactMethodId === undefined || verification.contactMethodId === contactMethodId;
    return (await this.codes.waitFor(isMatching, timeoutMs)).code;
  }

  /** Stops listening and cuts open connections. */
  async close(): Promise<void> {
    this.openGate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const hasSignature = this.isSigned(request, body);
    const behaviour: Behaviour = hasSignature === false ? { status: 401, headers: {} } : (this.next.shift() ?? this.always);
    await this.gate;
    const reaction = await respond(response, behaviour);
    if (typeof reaction === 'number' && reaction >= 200 && reaction < 300) this.keep(parseBody(body));
    const { method = '', url: path = '', headers } = request;
    this.allRequests.add({ method, path, headers, body, signed: hasSignature, answered: reaction });
  }

  private isSigned(request: IncomingMessage, body: string): boolean | null {
    if (this.secret === null) return null;
    const header = request.headers['tocsin-signature'];
    // the clock under test may show any time: the age of a signature only matters to real receivers
    return verifySignature(this.secret, typeof header === 'string' ? header : undefined, body, new Date().toISOString(), Infinity);
  }

  private keep(content: unknown): void {
    const page = webhookPage.safeParse(content);
    const bundle = webhookBundle.safeParse(content);
    if (page.success) this.allMessages.push(page.data);
    if (bundle.success) this.allMessages.push(bundle.data);
    for (const one of page.success ? [page.data] : (bundle.data?.pages ?? [])) this.allPages.add(one);
    const verification = webhookVerification.safeParse(content);
    if (verification.success) this.codes.add(verification.data);
  }
}

const respond = async (response: ServerResponse, behaviour: Behaviour): Promise<PhoneCall['answered']> => {
  if (behaviour === 'hang') return 'hung';
  if (behaviour === 'drop') {
    response.destroy();
    return 'dropped';
  }
  response.writeHead(behaviour.status, behaviour.headers).end();
  await Promise.race([once(response, 'finish'), once(response, 'close')]);
  return behaviour.status;
};
