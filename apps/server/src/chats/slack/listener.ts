import { duration } from '@tocsin/contracts/duration.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { answeredAccounts, type Account } from '../../connections/accounts.js';
import type { ConnectionHealth } from '../../core/connection-health.js';
import type { ServerParts } from '../../core/server-parts.js';
import { quarantineOf } from '../../core/store-quarantine.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import { afterReal } from '../after-real.js';
import type { SlackPressing } from './pressing.js';
import { SlackSocket, type SlackEnvelope } from './socket.js';

interface ListenerDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly pressing: Pick<SlackPressing, 'begin' | 'whenSettled'>;
  readonly http: Pick<OutgoingHttp, 'guard'>;
  readonly health: Pick<ConnectionHealth, 'onListening' | 'onNotListening'>;
  /** A connection lives in real time. */
  readonly after?: typeof afterReal;
  /** Waits between connections. */
  readonly pacing?: Pick<Pacing, 'after'>;
}

const opensWithin = 20 * duration.second;
/** Slack may still send presses by the socket that was replaced. */
const closesAfter = 5 * duration.second;
/** One that Slack ends sooner counts as a failure, so that nothing opens sockets at the speed of the network. */
const settlesAfter = duration.minute;
const [firstRetry, longestRetry] = [duration.second, duration.minute];

/** Whether a socket is opened for it. */
const hasSocket = (account: Account | null): account is Account => account?.secrets['appToken'] !== undefined;

/** What else has changed, as the way of presses, needs no other socket: none is lost meanwhile. */
const isSameSocket = (one: Account | null, other: Account | null): boolean =>
  one?.connectionId === other?.connectionId &&
  one?.fields['baseUrl'] === other?.fields['baseUrl'] &&
  one?.secrets['appToken'] === other?.secrets['appToken'];

/** Holds a socket to Slack, through which presses come without any public address. Only the active server does, and none while the store is paused. */
export class SlackListener {
  private account: Account | null = null;
  private readonly sockets = new Set<SlackSocket>();
  /** Slack warns more than once. */
  private readonly replaced = new WeakSet<SlackSocket>();
  private readonly settled = new WeakSet<SlackSocket>();
  private readonly after: typeof afterReal;
  private readonly pacing: Pick<Pacing, 'after'>;
  private isRunning = false;
  /** A socket of this account has been open. */
  private isHeard = false;
  private failures = 0;
  private cancelRetry: () => void = () => {};

  constructor(private readonly dependencies: ListenerDependencies) {
    this.after = dependencies.after ?? afterReal;
    this.pacing = dependencies.pacing ?? pacingOf(dependencies.server.clock);
    dependencies.server.memory.onChange((view) => {
      if (view === 'connections' || view === 'organisation') this.follow();
    });
  }

  start(): void {
    const { logKind, config } = this.dependencies.server;
    this.isRunning = logKind === 'live' && config.roles.includes('reactor');
    this.follow();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.account = null;
    this.cancelRetry();
    await Promise.all([...this.sockets].map((socket) => this.close(socket)));
    await this.dependencies.pressing.whenSettled;
  }

  /** Called within a fold and a start, neither of which may fail because of Slack. */
  private follow(): void {
    try {
      this.followConnection();
    } catch (error) {
      this.dependencies.server.troubles.note('presses in Slack', error);
      if (this.account) this.tell(this.account, 'it can’t be opened');
    }
  }

  /** Opens and closes as the stored connection and the pause want it. */
  private followConnection(): void {
    const { server } = this.dependencies;
    const account = this.isRunning && !quarantineOf(server.reads) ? (answeredAccounts(server, 'slack')[0] ?? null) : null;
    const wanted = hasSocket(account) ? account : null;
    if (isSameSocket(wanted, this.account)) return;
    if (this.account && this.isRunning) this.tellOfEnd(this.account, account);
    this.account = wanted;
    [this.failures, this.isHeard] = [0, false];
    this.cancelRetry();
    for (const socket of this.sockets) void this.close(socket);
    if (wanted) this.open(wanted);
  }

  private open(account: Account): void {
    const before = [...this.sockets];
    const socket: SlackSocket = new SlackSocket(
      account,
      this.dependencies.http.guard(opensWithin),
      {
        onHello: (connections) => {
          this.isHeard = true;
          this.after(settlesAfter, () => this.settle(socket));
          for (const old of before) this.after(closesAfter, () => void this.close(old));
          this.tell(account, connections > before.length + 1 ? othersSay(connections) : null);
        },
        onWarning: () => this.openAnew(account, socket),
        onEnd: (why) => this.onEnd(account, socket, why),
        onEnvelope: (envelope) => this.begin(envelope),
      },
      this.after,
    );
    this.sockets.add(socket);
    socket.start();
  }

  /** The next one is open before this one closes, so that no press falls between them. */
  private openAnew(account: Account, socket: SlackSocket): void {
    if (this.account !== account || !this.sockets.has(socket) || this.replaced.has(socket)) return;
    this.replaced.add(socket);
    if (this.settled.has(socket)) this.open(account);
    else this.openLater(account);
  }

  private settle(socket: SlackSocket): void {
    if (!this.sockets.has(socket)) return;
    this.settled.add(socket);
    this.failures = 0;
  }

  private onEnd(account: Account, socket: SlackSocket, why: string): void {
    this.sockets.delete(socket);
    if (this.account !== account || this.sockets.size > 0) return;
    // Slack closes sockets as it likes: it is news only when the next one doesn’t open
    if (this.failures > 0 || !this.isHeard) this.tell(account, why);
    this.openLater(account);
  }

  private openLater(account: Account): void {
    this.cancelRetry();
    const wait = Math.min(firstRetry * 2 ** this.failures, longestRetry);
    this.failures += 1;
    this.cancelRetry = this.pacing.after(wait, () => {
      if (this.account === account && this.sockets.size <= 1) this.open(account);
    });
  }

  private tell({ connectionId }: Account, problem: string | null): void {
    if (connectionId !== null) this.dependencies.health.onListening(connectionId, problem);
  }

  /** With presses by requests, nothing has to be held open. */
  private tellOfEnd({ connectionId }: Account, now: Account | null): void {
    const { health } = this.dependencies;
    if (connectionId === null) return;
    if (now) health.onNotListening(connectionId);
    else health.onListening(connectionId, 'it was changed or removed, or the store is paused after a restore');
  }

  private async close(socket: SlackSocket): Promise<void> {
    this.sockets.delete(socket);
    await socket.stop();
  }

  private begin({ type, body, ack }: SlackEnvelope): void {
    const { pressing, server } = this.dependencies;
    if (quarantineOf(server.reads)) return;
    pressing.begin(type === 'interactive' ? body : null, ack);
  }
}

const othersSay = (connections: number): string =>
  `${connections} programs are connected by the same app, so presses get lost: each installation needs an app of its own`;
