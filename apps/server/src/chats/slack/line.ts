import { duration } from '@tocsin/contracts/duration.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Pacing } from '@tocsin/platform/clock/pacing.js';
import type { Account } from '../../connections/accounts.js';
import type { afterReal } from '../after-real.js';
import { SlackSocket, type SlackEnvelope } from './socket.js';

interface LineDependencies {
  readonly account: Account;
  readonly http: Pick<OutgoingHttp, 'guard'>;
  readonly after: typeof afterReal;
  readonly pacing: Pick<Pacing, 'after'>;
  readonly onEnvelope: (envelope: SlackEnvelope) => void;
  readonly tell: (problem: string | null) => void;
}

const opensWithin = 20 * duration.second;
/** Slack may still send presses by the socket that was replaced. */
const closesAfter = 5 * duration.second;
/** One that Slack ends sooner counts as a failure, so that nothing opens sockets at the speed of the network. */
const settlesAfter = duration.minute;
const [firstRetry, longestRetry] = [duration.second, duration.minute];

/** Holds a socket to Slack for one account. */
export class SlackLine {
  private readonly sockets = new Set<SlackSocket>();
  /** Slack warns more than once. */
  private readonly replaced = new WeakSet<SlackSocket>();
  private readonly settled = new WeakSet<SlackSocket>();
  private isOver = false;
  /** A socket has been open. */
  private isHeard = false;
  private failures = 0;
  private cancelRetry: () => void = () => {};

  constructor(private readonly dependencies: LineDependencies) {}

  async end(): Promise<void> {
    this.isOver = true;
    this.cancelRetry();
    await Promise.all([...this.sockets].map((socket) => this.close(socket)));
  }

  open(): void {
    const { account, http, onEnvelope, tell } = this.dependencies;
    const before = [...this.sockets];
    const socket: SlackSocket = new SlackSocket(
      account,
      http.guard(opensWithin),
      {
        onHello: (connections) => {
          this.isHeard = true;
          this.dependencies.after(settlesAfter, () => this.settle(socket));
          for (const old of before) this.dependencies.after(closesAfter, () => void this.close(old));
          tell(connections > before.length + 1 ? othersSay(connections) : null);
        },
        onWarning: () => this.openAnew(socket),
        onEnd: (why) => this.onEnd(socket, why),
        onEnvelope,
      },
      this.dependencies.after,
    );
    this.sockets.add(socket);
    socket.start();
  }

  /** The next one is open before this one closes, so that no press falls between them. */
  private openAnew(socket: SlackSocket): void {
    if (!this.sockets.has(socket) || this.replaced.has(socket)) return;
    this.replaced.add(socket);
    if (this.settled.has(socket)) this.open();
    else this.openLater();
  }

  private settle(socket: SlackSocket): void {
    if (!this.sockets.has(socket)) return;
    this.settled.add(socket);
    this.failures = 0;
  }

  private onEnd(socket: SlackSocket, why: string): void {
    this.sockets.delete(socket);
    if (this.isOver || this.sockets.size > 0) return;
    // Slack closes sockets as it likes: it is news only when the next one doesn’t open
    if (this.failures > 0 || !this.isHeard) this.dependencies.tell(why);
    this.openLater();
  }

  private openLater(): void {
    this.cancelRetry();
    const wait = Math.min(firstRetry * 2 ** this.failures, longestRetry);
    this.failures += 1;
    this.cancelRetry = this.dependencies.pacing.after(wait, () => {
      if (!this.isOver && this.sockets.size <= 1) this.open();
    });
  }

  private async close(socket: SlackSocket): Promise<void> {
    this.sockets.delete(socket);
    await socket.stop();
  }
}

const othersSay = (connections: number): string =>
  `${connections} programs are connected by the same app, so presses get lost: each installation needs an app of its own`;
