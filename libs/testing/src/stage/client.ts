import { v7 } from 'uuid';
import type { CommandInput, CommandType, ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { CommandAccepted, SessionAnswer } from '@tocsin/contracts/http.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { requireExpected } from './expected-answers.js';

export interface ClientAnswer<B = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: B;
}

/** The server refused a request that the test expected it to accept. */
export class UnexpectedRefusal extends Error {
  constructor(
    requestText: string,
    readonly answer: ClientAnswer,
  ) {
    super(`${requestText} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

const lastTokens = new Map<string, string>();

/** The token of the last accepted write at this address; undefined: none yet. */
export const lastTokenOf = (url: string): string | undefined => lastTokens.get(url);

/** From now on, reads at this address wait for this token; without one, they don’t wait. */
export const mustSee = (url: string, token?: string): void =>
  void (token === undefined ? lastTokens.delete(url) : lastTokens.set(url, token));
/** A session’s former token → its new one, after its person confirmed their identity, so that clients with the former one continue. */
const renewedTokens = new Map<string, string>();

/** A signed-in person, using only the API: it can do everything that the screens can. */
export class Client {
  constructor(
    readonly url: string,
    private readonly begunWith: string,
    readonly personId: string,
  ) {}

  /** The token that the session has now. */
  get token(): string {
    let token = this.begunWith;
    for (let newer = token as string | undefined; newer !== undefined; newer = renewedTokens.get(token)) token = newer;
    return token;
  }

  async request<B = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ClientAnswer<B>> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '');
    const read = (isJson && text ? JSON.parse(text) : text) as B;
    this.remember(read);
    // what was redirected is answered by another route
    if (!answer.redirected) requireExpected(method, path, answer.status, read);
    return { status: answer.status, headers: answer.headers, body: read };
  }

  /** Records the token of an accepted write of any client, so that later reads see it, as the screens do. */
  private remember(body: unknown): void {
    const { token, streams, results } = (body ?? {}) as { token?: unknown; streams?: unknown; results?: unknown };
    if (typeof token !== 'string' || (streams === undefined && results === undefined)) return;
    if (token > (lastTokens.get(this.url) ?? '')) lastTokens.set(this.url, token);
  }

  /** The query of a read, with the last token, unless it names one itself. */
  private reading(query: string): string {
    return query.includes('after=') ? query : `after=${lastTokens.get(this.url) ?? ''}&${query}`;
  }

  /** Sends a command and expects it to be accepted. */
  async run<T extends CommandType>(type: T, data: CommandInput<T>, key: string = v7()): Promise<CommandAccepted> {
    const answer = await this.request<CommandAccepted>('POST', `/api/commands/${type}`, data, { 'idempotency-key': key });
    if (answer.status !== 202) throw new UnexpectedRefusal(type, answer);
    return answer.body;
  }

  /** Sends a command and expects it to be refused. */
  async expectRefusal<T extends CommandType>(type: T, data: CommandInput<T>): Promise<Problem> {
    const answer = await this.request<Problem>('POST', `/api/commands/${type}`, data, { 'idempotency-key': v7() });
    if (answer.status < 400) throw new UnexpectedRefusal(`${type} (expected a refusal)`, answer);
    return answer.body;
  }

  /**
   * Confirms the person’s identity again, which is needed a quarter of an hour after signing in. The session continues with another
   * token.
   */
  async prove(password = 'correct horse battery'): Promise<void> {
    const answer = await this.request<SessionAnswer>('POST', '/api/session/proof', { password });
    if (answer.status !== 200) throw new UnexpectedRefusal('the proof', answer);
    renewedTokens.set(this.token, answer.body.token!);
  }

  /** Rows of a view, the first 200 of them. */
  async list<V extends ViewName>(view: V, query = ''): Promise<readonly ViewRow<V>[]> {
    return (await this.listPage(view, query)).rows.map(({ row }) => row);
  }

  /** All rows of a view. */
  async listAll<V extends ViewName>(view: V, query = ''): Promise<readonly ViewRow<V>[]> {
    const all: ViewRow<V>[] = [];
    for (let cursor = ''; ;) {
      const { rows, next } = await this.listPage(view, `${query}${cursor}`);
      all.push(...rows.map(({ row }) => row));
      if (next === null) return all;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }

  private async listPage<V extends ViewName>(view: V, query: string): Promise<{ rows: { row: ViewRow<V> }[]; next: string | null }> {
    const path = `/api/views/${view}?limit=200&${this.reading(query)}`;
    const answer = await this.request<{ rows: { row: ViewRow<V> }[]; next: string | null }>('GET', path);
    if (answer.status !== 200) throw new UnexpectedRefusal(view, answer);
    return answer.body;
  }

  async row<V extends ViewName>(view: V, id: string, query = ''): Promise<ViewRow<V>> {
    const answer = await this.request<{ row: ViewRow<V> }>('GET', `/api/views/${view}/${encodeURIComponent(id)}?${this.reading(query)}`);
    if (answer.status !== 200) throw new UnexpectedRefusal(`${view}/${id}`, answer);
    return answer.body.row;
  }

  /** Events of a stream, oldest first. */
  async events(stream: string): Promise<readonly Recorded<string, Record<string, unknown>>[]> {
    const events: Recorded<string, Record<string, unknown>>[] = [];
    for (let before = ''; ;) {
      const path = `/api/events?stream=${encodeURIComponent(stream)}&limit=200${before}`;
      const { body } = await this.request<{ events: typeof events; next: number | null }>('GET', path);
      events.push(...body.events);
      if (body.next === null) return events.toReversed();
      before = `&before=${body.next}`;
    }
  }
}
