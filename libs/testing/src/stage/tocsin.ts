import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, mustSee, seenAt, Unexpected } from './client.js';
import { clusterEnv, endCluster, profileOfRun, type Profile } from './cluster.js';
import type { SessionAnswer, SetUpAnswer } from '@tocsin/contracts/http.js';
import { serverProgram } from './program.js';
const readyWithin = 60_000;

/**
 * V8’s flags of servers whose clock is moved: beside two other files there is no core left for threads that collect garbage, and they
 * take more processor time together than one. Servers in real time run as users’ do, since their tests measure deadlines and pauses.
 */
const withoutHelpers = ['--single-threaded-gc', '--min-semi-space-size=16'];

export interface StartOptions {
  /** An existing data folder; a new one when absent. */
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Uses the system clock instead of the manual one. */
  readonly realClock?: boolean;
  /** The test run’s profile when absent. */
  readonly profile?: Profile;
  /** The start of its command line: for running inside a small disk. */
  readonly inside?: readonly string[];
}

/** By default, only tests with a manual clock run on either profile. */
const profileOf = ({ profile, realClock }: StartOptions): Profile => profile ?? (realClock ? 'embedded' : profileOfRun);

/** The built server as a separate process, as users run it, with a manual clock. */
export class Tocsin {
  private constructor(
    readonly url: string,
    readonly data: string,
    private readonly child: ChildProcess,
    private readonly options: StartOptions,
    readonly output: () => string,
    /** Settles once the process has ended and all of its output was read: the exit alone may be reported before the last output. */
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
      TOCSIN_CHECK_FACTS: 'on',
      ...(options.realClock ? {} : { TOCSIN_CLOCK: 'manual' }),
      ...options.env,
    };
    const flags = options.realClock ? [] : withoutHelpers;
    const [program, ...args] = [...(options.inside ?? []), process.execPath, ...flags, serverProgram];
    const child = spawn(program, args, {
      env: { ...env, NODE_OPTIONS: options.env?.['NODE_OPTIONS'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    let output = '';
    const url = await new Promise<string>((fulfil, reject) => {
      const late = (): void => {
        // no one would end it later, and waiting for its exit would never end
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
    // the previous server on this port may have had another log
    mustSee(url);
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

  /** Starts a new session by password. */
  async signIn(name: string, password = 'correct horse battery'): Promise<Client> {
    const answer = await this.nobody.request<SessionAnswer>('POST', '/api/session', {
      email: `${name.toLowerCase()}@example.org`,
      password,
    });
    if (answer.status !== 201) throw new Unexpected('signing in', answer);
    return new Client(this.url, answer.body.token!, answer.body.personId);
  }

  /** Advances the clock; resolves when everything due has run and the views have caught up. */
  async advance(duration: string): Promise<string> {
    const answer = await this.nobody.request<{ now: string }>('POST', '/test/clock', { advance: duration });
    if (answer.status !== 200) throw new Unexpected('the clock', answer);
    return answer.body.now;
  }

  /** Resolves when all work in progress is done; the clock does not move. */
  settle(): Promise<string> {
    return this.advance('PT0S');
  }

  /** Resolves once it has printed this, also if it has done so before; the test’s own timeout ends the wait. */
  says(pattern: RegExp): Promise<void> {
    const { stdout, stderr } = this.child;
    return new Promise((resolve) => {
      const look = (): void => {
        if (!pattern.test(this.output())) return;
        for (const stream of [stdout, stderr]) stream?.off('data', look);
        resolve();
      };
      for (const stream of [stdout, stderr]) stream?.on('data', look);
      look();
    });
  }

  /** Sends a signal that does not end it. */
  tell(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    await this.ended;
  }

  /** Stops it, unless it was killed, and starts it again on the same data. */
  async restart(signal: NodeJS.Signals = 'SIGTERM', env: Readonly<Record<string, string>> = {}): Promise<Tocsin> {
    const seen = seenAt(this.url);
    await this.stop(signal);
    const again = await Tocsin.start({ ...this.options, data: this.data, env: { ...this.options.env, ...env } });
    mustSee(again.url, seen);
    return again;
  }

  /** Stops and removes the data folder. */
  async end(): Promise<void> {
    await this.stop();
    await endCluster(this.data);
    rmSync(join(this.data, '..'), { recursive: true, force: true });
  }
}
