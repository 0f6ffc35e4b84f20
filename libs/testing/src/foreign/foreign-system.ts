import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jsmAnswers } from './jsm-answers.js';
import { manners, type ForeignName, type Manner } from './manners.js';
import { pastAnswers, type PastOptions } from './past-answers.js';
import { recordedAnswers, type Recorded } from './recorded.js';

export interface ForeignOptions extends PastOptions {
  readonly token: string;
  /** Each n-th request is told to wait. */
  readonly throttleEvery?: number;
  /** Instead of what is recorded for a query; undefined: as recorded. */
  readonly insteadOf?: (query: { readonly operationName: string; readonly variables: Readonly<Record<string, unknown>> }) => unknown;
  /** Instead of what is recorded; undefined: as recorded. */
  readonly instead?: (path: string, url: URL, origin: string) => Recorded | undefined;
}

/** Parameters that make a difference to the recorded answers; others only say what is answered anyway. */
const telling = ['offset', 'page', 'teamId', 'schedule_id', 'integration_id', 'include[]', 'query'];

/** The wire of another system, with one recorded organisation: its pages, its limits, its refusals. Listens on 127.0.0.1. */
export class ForeignSystem {
  /** Receipts: every request that came. */
  readonly requests: { readonly method: string; readonly path: string; readonly authorization: string | undefined }[] = [];
  private readonly answers: readonly Recorded[];
  private readonly manner: Manner;
  private server: Server | undefined;
  private readonly arrivals = new EventEmitter();

  private constructor(
    readonly name: ForeignName,
    private readonly options: ForeignOptions,
  ) {
    this.manner = manners[name]();
    this.answers = name === 'jsm' ? jsmAnswers() : recordedAnswers(name);
  }

  static async start(name: ForeignName, options: ForeignOptions): Promise<ForeignSystem> {
    const system = new ForeignSystem(name, options);
    system.server = createServer(
      (request, response) =>
        void system.serve(request, response).catch((error: unknown) => response.writeHead(400).end(`The double failed: ${String(error)}`)),
    );
    system.server.listen(0, '127.0.0.1');
    await once(system.server, 'listening');
    return system;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}`;
  }

  /** Resolves with the request of this number, which may have been. */
  async requestsReach(count: number): Promise<void> {
    while (this.requests.length < count) await once(this.arrivals, 'request');
  }

  async stop(): Promise<void> {
    this.server!.closeAllConnections();
    this.server!.close();
    await once(this.server!, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url!, this.origin);
    this.requests.push({ method: request.method!, path: request.url!, authorization: request.headers.authorization });
    this.arrivals.emit('request');
    const { status, headers, body: answer } = this.answerTo(request, url, body);
    const written = typeof answer === 'string' ? answer : JSON.stringify(answer).replaceAll(this.manner.origin, this.origin);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(written);
  }

  private answerTo(request: IncomingMessage, url: URL, body: string): Recorded {
    const { refusals, knows, pageSize } = this.manner;
    const { throttleEvery, token, instead } = this.options;
    if (throttleEvery !== undefined && this.requests.length % throttleEvery === 0) return refusals.tooMany;
    if (!knows(request.headers, token)) return refusals.token;
    const other = instead?.(url.pathname, url, this.origin);
    if (other !== undefined) return other;
    if (Number(url.searchParams.get(pageSize[0]) ?? 0) > pageSize[1])
      return { request: '', status: 400, body: { message: 'page too large' } };
    if (this.name === 'goalert')
      return this.graphql(JSON.parse(body) as { operationName: string; query: string; variables: Record<string, unknown> });
    if (request.method !== 'GET')
      return { request: '', status: 403, body: { detail: 'You do not have permission to perform this action.' } };
    const path = url.pathname.replace(this.manner.prefix, '');
    return (
      this.answers.find((one) => isAnswerTo(one, path, url)) ??
      pastAnswers(this.name, path, url, this.options) ??
      this.byId(path) ??
      refusals.unknown
    );
  }

  /** One shift of OnCall is the row of the list. */
  private byId(path: string): Recorded | undefined {
    const id = /^\/on_call_shifts\/(\w+)\/$/.exec(path)?.[1];
    const rows = this.answers.flatMap(({ body }) => (body as { results?: { id: string }[] }).results ?? []);
    const row = id === undefined ? undefined : rows.find((one) => one.id === id);
    return row && { request: '', status: 200, body: row };
  }

  private graphql({
    operationName,
    query,
    variables,
  }: {
    operationName: string;
    query: string;
    variables: Record<string, unknown>;
  }): Recorded {
    const first = Number(/first:(\d+)/.exec(query)?.[1] ?? 15);
    const other = this.options.insteadOf?.({ operationName, variables });
    if (other !== undefined) return { request: '', status: 200, body: other };
    if (!query.startsWith('query ')) return this.manner.refusals.unknown;
    if (first > this.manner.pageSize[1])
      return { request: '', status: 200, body: { errors: [{ message: 'must not be over 150' }], data: null } };
    const fits = ({ graphql }: Recorded) =>
      graphql?.operationName === operationName &&
      ['after', 'id', ...(operationName === 'Shifts' ? ['start'] : [])].every(
        (name) => (graphql.variables[name] ?? '') === (variables[name] ?? ''),
      );
    return (
      this.answers.find(fits) ?? pastAnswers(this.name, operationName, new URL(this.origin), this.options) ?? this.manner.refusals.unknown
    );
  }
}

function isAnswerTo({ request }: Recorded, path: string, url: URL): boolean {
  if (!request.startsWith('GET /')) return false;
  const asked = new URL(request.slice(4), 'http://any.invalid');
  if (decodeURIComponent(asked.pathname) !== decodeURIComponent(path)) return false;
  const of = (search: URLSearchParams, name: string) => search.getAll(name).toString() || { offset: '0', page: '1' }[name] || '';
  return telling.every((name) => of(asked.searchParams, name) === of(url.searchParams, name)) && isRendering(asked) === isRendering(url);
}

/** The same path answers with the plan, or with who is on call from an instant on: only four weeks of that are recorded. */
const isRendering = ({ searchParams }: URL): string =>
  searchParams.get('date') ?? searchParams.get('start_date') ?? (searchParams.has('time_zone') ? searchParams.get('since')! : '');
