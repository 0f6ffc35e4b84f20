import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { v7 } from 'uuid';
import { clusterEnv, endCluster, profileOfRun, type Profile } from './cluster.js';
import type { CommandInput, CommandType, ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Accepted, SessionAnswer, SetUpAnswer } from '@tocsin/contracts/http.js';
import type { Problem } from '@tocsin/contracts/refusals.js';

const main = resolve('dist/server/apps/server/src/main.js');
const readyWithin = 60_000;

export interface Answer<B = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: B;
}

/** The server refused: the test expected it not to. */
export class Unexpected extends Error {
  constructor(
    what: string,
    readonly answer: Answer,
  ) {
    super(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

const lastTokens = new Map<string, string>();
/** A session’s former token, and the one that it has since its person proved who they are: whoever holds the former goes on. */
const renewedTokens = new Map<string, string>();

/** Somebody signed in, by the API alone: what the screens can do, this can do. */
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

  async request<B = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<B>> {
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
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const read = (isJson && text ? JSON.parse(text) : text) as B;
    this.remember(read);
    return { status: answer.status, headers: answer.headers, body: read };
  }

  /** What was accepted of anybody here must be seen by whoever reads next, as the screens do it. */
  private remember(body: unknown): void {
    const { token, streams, results } = (body ?? {}) as { token?: unknown; streams?: unknown; results?: unknown };
    if (typeof token !== 'string' || (streams === undefined && results === undefined)) return;
    if (token > (lastTokens.get(this.url) ?? '')) lastTokens.set(this.url, token);
  }

  /** The query of a read that has seen it, unless it says itself what it waits for. */
  private reading(query: string): string {
    return query.includes('after=') ? query : `after=${lastTokens.get(this.url) ?? ''}&${query}`;
  }

  /** Sends a command and expects it to be accepted. */
  async run<T extends CommandType>(type: T, data: CommandInput<T>, key: string = v7()): Promise<Accepted> {
    const answer = await this.request<Accepted>('POST', `/api/commands/${type}`, data, { 'idempotency-key': key });
    if (answer.status !== 202) throw new Unexpected(type, answer);
    return answer.body;
  }

  /** Sends a command and expects it to be refused. */
  async refused<T extends CommandType>(type: T, data: CommandInput<T>): Promise<Problem> {
    const answer = await this.request<Problem>('POST', `/api/commands/${type}`, data, { 'idempotency-key': v7() });
    if (answer.status < 400) throw new Unexpected(`${type} (expected a refusal)`, answer);
    return answer.body;
  }

  /** Shows again that it is they, which is asked for a quarter of an hour after they signed in. The session goes on under another token. */
  async prove(password = 'correct horse battery'): Promise<void> {
    const answer = await this.request<SessionAnswer>('POST', '/api/session/proof', { password });
    if (answer.status !== 200) throw new Unexpected('the proof', answer);
    renewedTokens.set(this.token, answer.body.token!);
  }

  /** Rows of a view, the first 200 of them. */
  async list<V extends ViewName>(view: V, query = ''): Promise<readonly ViewRow<V>[]> {
    const answer = await this.request<{ rows: { row: ViewRow<V> }[] }>('GET', `/api/views/${view}?limit=200&${this.reading(query)}`);
    if (answer.status !== 200) throw new Unexpected(view, answer);
    return answer.body.rows.map(({ row }) => row);
  }

  async row<V extends ViewName>(view: V, id: string, query = ''): Promise<ViewRow<V>> {
    const answer = await this.request<{ row: ViewRow<V> }>('GET', `/api/views/${view}/${encodeURIComponent(id)}?${this.reading(query)}`);
    if (answer.status !== 200) throw new Unexpected(`${view}/${id}`, answer);
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

export interface StartOptions {
  /** A data folder to go on with; a new one when absent. */
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The system clock instead of the movable one. */
  readonly realClock?: boolean;
  /** That of this test run when absent. */
  readonly profile?: Profile;
}

/** Without more said, the promises alone are tried on either profile: they have a movable clock. */
const profileOf = ({ profile, realClock }: StartOptions): Profile => profile ?? (realClock ? 'embedded' : profileOfRun);

/** The built server as a process of its own: what a user runs, with a movable clock. */
export class Tocsin {
  private constructor(
    readonly url: string,
    readonly data: string,
    private readonly child: ChildProcess,
    private readonly options: StartOptions,
    readonly output: () => string,
    /** Settles once the process has ended, and all that it said has been read: its end alone may be heard before its last words. */
    private readonly ended: Promise<unknown>,
  ) {}

  static async start(options: StartOptions = {}): Promise<Tocsin> {
    const data = options.data ?? join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
    const env = {
      ...process.env,
      ...(profileOf(options) === 'cluster' ? await clusterEnv(data) : {}),
      PORT: '0',
      HOST: '127.0.0.1',
      TOCSIN_DATA: data,
      TOCSIN_LOG_LEVEL: 'error',
      ...(options.realClock ? {} : { TOCSIN_CLOCK: 'manual' }),
      ...options.env,
    };
    const child = spawn(process.execPath, [main], {
      env: { ...env, NODE_OPTIONS: options.env?.['NODE_OPTIONS'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    let output = '';
    const url = await new Promise<string>((fulfil, reject) => {
      const late = (): void => {
        // nobody will end it later: who waits for it to go would wait for ever
        child.kill('SIGKILL');
        reject(new Error(`Tocsin was not ready in time:\n${output}`));
      };
      const timer = setTimeout(late, readyWithin);
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /listens on (https?:\/\/\S+)/.exec(output);
        if (!found) return;
        clearTimeout(timer);
        fulfil(found[1]!.replace('localhost', '127.0.0.1'));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', (code) => {
        clearTimeout(timer);
        reject(new Error(`Tocsin ended with ${code}:\n${output}`));
      });
    });
    // whoever listened at this port before may have had another log
    lastTokens.delete(url);
    return new Tocsin(url, data, child, options, () => output, ended);
  }

  get nobody(): Client {
    return new Client(this.url, '', '');
  }

  /** Sets up and signs in the first owner. */
  async setUp(fields: Readonly<Record<string, string>> = {}): Promise<{ owner: Client; made: SetUpAnswer }> {
    const body = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery', ...fields };
    const answer = await this.nobody.request<SetUpAnswer>('POST', '/api/setup', body);
    if (answer.status !== 201) throw new Unexpected('set-up', answer);
    return { owner: new Client(this.url, answer.body.token!, answer.body.personId), made: answer.body };
  }

  /** Invites a person and lets them join. */
  async join(admin: Client, name: string, role: 'admin' | 'member' | 'observer' | 'owner' = 'member'): Promise<Client> {
    const { says } = await admin.run('InvitePerson', { name, email: `${name.toLowerCase()}@example.org`, role });
    const token = String(says.invitation).split('/invite/')[1]!;
    const answer = await this.nobody.request<SessionAnswer>('POST', `/api/invitations/${token}`, { password: 'correct horse battery' });
    if (answer.status !== 201) throw new Unexpected('joining', answer);
    return new Client(this.url, answer.body.token!, answer.body.personId);
  }

  /** Signs in by password, anew. */
  async signIn(name: string, password = 'correct horse battery'): Promise<Client> {
    const answer = await this.nobody.request<SessionAnswer>('POST', '/api/session', {
      email: `${name.toLowerCase()}@example.org`,
      password,
    });
    if (answer.status !== 201) throw new Unexpected('signing in', answer);
    return new Client(this.url, answer.body.token!, answer.body.personId);
  }

  /** Moves the clock; resolves when all that fell due has run and views have caught up. */
  async advance(duration: string): Promise<string> {
    const answer = await this.nobody.request<{ now: string }>('POST', '/test/clock', { advance: duration });
    if (answer.status !== 200) throw new Unexpected('the clock', answer);
    return answer.body.now;
  }

  /** Everything that is under way has been done; the clock stands. */
  settle(): Promise<string> {
    return this.advance('PT0S');
  }

  /** Sends a signal that does not end it. */
  tell(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    await this.ended;
  }

  /** Stops (or has been killed) and starts again on the same data. */
  async restart(signal: NodeJS.Signals = 'SIGTERM', env: Readonly<Record<string, string>> = {}): Promise<Tocsin> {
    const seen = lastTokens.get(this.url);
    await this.stop(signal);
    const again = await Tocsin.start({ ...this.options, data: this.data, env: { ...this.options.env, ...env } });
    if (seen !== undefined) lastTokens.set(again.url, seen);
    return again;
  }

  /** Stops and removes the data folder. */
  async end(): Promise<void> {
    await this.stop();
    await endCluster(this.data);
    rmSync(join(this.data, '..'), { recursive: true, force: true });
  }
}
