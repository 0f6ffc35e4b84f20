import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, mustSee, lastTokenOf, UnexpectedRefusal } from './client.js';
import { startClusterEnv, endCluster, profileOfRun, type Profile } from './cluster.js';
import type { SessionAnswer, SetUpAnswer } from '@tocsin/contracts/http.js';
import { hasHosts, inHost, inOwnProcess, type RunningProcess } from './running.js';
import { sentAgain } from './sent-again.js';
import { ProcessOutput } from './process-output.js';
import { serversOfRun } from './servers-of-run.js';

const readyTimeoutMs = 180_000;

/**
 * V8’s flags of servers whose clock is moved: beside two other files there is no core left for threads that collect garbage, and they
 * take more processor time together than one. Servers in real time run as users’ do, since their tests measure deadlines and pauses.
 */
const singleThreadedFlags = ['--single-threaded-gc', '--min-semi-space-size=16'];

export interface StartOptions {
  /** An existing data folder; a new one when absent. */
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Uses the system clock instead of the manual one. */
  readonly hasRealClock?: boolean;
  /** The test run’s profile when absent. */
  readonly profile?: Profile;
  /** The start of its command line: for running inside a small disk. */
  readonly inside?: readonly string[];
  /** Needed where a test sends signals other than SIGTERM and SIGKILL, or is about the process itself. */
  readonly isOwnProcess?: true;
  /** With all the threads that users’ servers have, also where the others of its run are light ones. */
  readonly isStarted?: true;
}

/** By default, only tests with a manual clock run on either profile. */
const profileOf = ({ profile, hasRealClock: realClock }: StartOptions): Profile => profile ?? (realClock ? 'embedded' : profileOfRun);

/** Environment variables read by the server itself, not by its process. */
const isServerSetting = (name: string): boolean => name.startsWith('TOCSIN_') || name === 'PORT' || name === 'HOST';

/** No thread but the main one: starting the others takes longer than all that a short test does. */
const lightEnv = { TOCSIN_THREADS: 'one', TOCSIN_ENDS_LOOPS_AFTER: '0' };

/** Whether it can share a process: no real time, command line, variables of Node, or request by the test. */
const isHostable = ({ hasRealClock: realClock, inside, isOwnProcess: ownProcess, env = {} }: StartOptions): boolean =>
  hasHosts() && !realClock && !inside && !ownProcess && Object.keys(env).every(isServerSetting);

/** Whether no real time and no property of its process is tested: variables of Node alone need a process, and not its threads. */
const canBeLight = ({ isStarted, hasRealClock, inside, isOwnProcess }: StartOptions): boolean =>
  !isStarted && !hasRealClock && !inside && !isOwnProcess;

/**
 * The built server, with a manual clock. Where the suite has hosts, it is started in a process that has run others before, which has
 * all code loaded and compiled; else, and where a test needs it, in a process of its own, as users run it.
 */
export class Tocsin {
  private isEnded = false;

  private constructor(
    readonly url: string,
    readonly data: string,
    private readonly runningProcess: RunningProcess,
    private readonly options: StartOptions,
    private readonly processOutput: ProcessOutput,
  ) {
    void runningProcess.whenEnded.then(() => (this.isEnded = true));
  }

  static async start(options: StartOptions = {}): Promise<Tocsin> {
    const data = options.data ?? join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
    const isLight = serversOfRun === 'light' && canBeLight(options);
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      ...(profileOf(options) === 'cluster' ? await startClusterEnv(data) : {}),
      PORT: '0',
      HOST: '127.0.0.1',
      TOCSIN_DATA: data,
      TOCSIN_LOG_LEVEL: 'error',
      TOCSIN_CHECK_FACTS: 'on',
      // folders that tests copy stand for the original, except where a test is about copies
      TOCSIN_DATA_FOLDER: 'moved',
      ...(isLight ? lightEnv : {}),
      ...(options.hasRealClock ? {} : { TOCSIN_CLOCK: 'manual' }),
      ...options.env,
    };
    const flags = options.hasRealClock ? [] : singleThreadedFlags;
    const processOutput = new ProcessOutput();
    const onOutput = (text: string): void => processOutput.add(text);
    const runningProcess = isHostable(options)
      ? inHost(flags, env, onOutput)
      : inOwnProcess([...(options.inside ?? []), process.execPath, ...flags], env, onOutput);
    const url = await new Promise<string>((fulfil, reject) => {
      const handleTimeout = (): void => {
        // no one would end it later, and waiting for its exit would never end
        runningProcess.signal('SIGKILL');
        reject(new Error(`Tocsin was not ready in time:\n${processOutput.all}`));
      };
      const timer = setTimeout(handleTimeout, readyTimeoutMs);
      void processOutput.waitForMatch(/listens on (https?:\/\/\S+)/).then(([, match]) => {
        clearTimeout(timer);
        fulfil(match!.replace('localhost', '127.0.0.1'));
      });
      void runningProcess.whenEnded.then(({ code }) => {
        clearTimeout(timer);
        reject(new Error(`Tocsin ended with ${code}:\n${processOutput.all}`));
      });
    });
    // the previous server on this port may have had another log
    mustSee(url);
    return new Tocsin(url, data, runningProcess, options, processOutput);
  }

  /** Its environment, beyond what every server of a test has. */
  get env(): Readonly<Record<string, string>> {
    return this.options.env ?? {};
  }

  /** All that it has written. */
  readonly output = (): string => this.processOutput.all;

  get anonymous(): Client {
    return new Client(this.url, '', '');
  }

  /** Sets up and signs in the first owner. */
  async setUp(fields: Readonly<Record<string, string>> = {}): Promise<{ owner: Client; setUpResult: SetUpAnswer }> {
    const body = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery', ...fields };
    // it listens before it has read its log, which takes a while on a busy machine
    const answer = await sentAgain(() => this.anonymous.request<SetUpAnswer>('POST', '/api/setup', body), 2_000);
    if (answer.status !== 201) throw new UnexpectedRefusal('set-up', answer);
    return { owner: new Client(this.url, answer.body.token!, answer.body.personId), setUpResult: answer.body };
  }

  /** Invites a person and lets them join. */
  async join(admin: Client, name: string, role: 'admin' | 'member' | 'observer' | 'owner' = 'member'): Promise<Client> {
    const { says } = await admin.run('InvitePerson', { name, email: `${name.toLowerCase()}@example.org`, role });
    const token = String(says.invitation).split('/invite/')[1]!;
    const answer = await this.anonymous.request<SessionAnswer>('POST', `/api/invitations/${token}`, { password: 'correct horse battery' });
    if (answer.status !== 201) throw new UnexpectedRefusal('joining', answer);
    return new Client(this.url, answer.body.token!, answer.body.personId);
  }

  /** Starts a new session by password. */
  async signIn(name: string, password = 'correct horse battery'): Promise<Client> {
    const answer = await this.anonymous.request<SessionAnswer>('POST', '/api/session', {
      email: `${name.toLowerCase()}@example.org`,
      password,
    });
    if (answer.status !== 201) throw new UnexpectedRefusal('signing in', answer);
    return new Client(this.url, answer.body.token!, answer.body.personId);
  }

  /** Advances the clock; resolves when everything due has run and the views have caught up. */
  async advance(duration: string): Promise<string> {
    const answer = await this.anonymous.request<{ now: string }>('POST', '/test/clock', { advance: duration });
    if (answer.status !== 200) throw new UnexpectedRefusal('the clock', answer);
    return answer.body.now;
  }

  /** Resolves when all work in progress is done; the clock does not move. */
  settle(): Promise<string> {
    return this.advance('PT0S');
  }

  /** Resolves once it has printed this, also if it has done so before; the test’s own timeout ends the wait. */
  async waitForOutput(pattern: RegExp): Promise<void> {
    await this.processOutput.waitForMatch(pattern);
  }

  /** Sends a signal that does not end it; needs `isOwnProcess`. */
  sendSignal(signal: NodeJS.Signals): void {
    this.runningProcess.signal(signal);
  }

  /** Resolves when it has ended, by itself or on request. */
  async waitForEnd(): Promise<void> {
    await this.runningProcess.whenEnded;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isEnded) this.runningProcess.signal(signal);
    await this.runningProcess.whenEnded;
  }

  /** Stops it, unless it was killed, and starts it again on the same data. */
  async restart(signal: NodeJS.Signals = 'SIGTERM', env: Readonly<Record<string, string>> = {}): Promise<Tocsin> {
    const lastToken = lastTokenOf(this.url);
    await this.stop(signal);
    const restarted = await Tocsin.start({ ...this.options, data: this.data, env: { ...this.options.env, ...env } });
    mustSee(restarted.url, lastToken);
    return restarted;
  }

  /** Stops and removes the data folder. */
  async end(): Promise<void> {
    await this.stop();
    await endCluster(this.data);
    rmSync(join(this.data, '..'), { recursive: true, force: true });
  }
}
