import { waitForReal } from '@tocsin/platform/clock/wait.js';
import type { EventLog, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { SingleProcessLock, type LeaderLock, type Leadership } from '@tocsin/platform/leader/leader-lock.js';
import { PostgresLeaderLock } from '@tocsin/platform/leader/postgres-leader-lock.js';
import type { Config } from '../config.js';
import { reach } from './connect-with-retry.js';
import { requirePostgres } from './required-postgres.js';
import { followSuccessors } from './successor.js';

/** Milliseconds between two tries. */
const retryInterval = 1_000;

const deposed = 'Another Tocsin server took over this log. This one stops so that no one is paged twice; when restarted, it is a standby.';

export interface LeadershipDependencies {
  readonly config: Config;
  readonly tell: (sentence: string) => void;
  /** Waits this many milliseconds; real time when absent. */
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly lock?: LeaderLock;
}

/** Acquires the leader lock of the log, which one server at a time holds. Resolves when this server has it; waits without limit. */
export const lead = async (dependencies: LeadershipDependencies): Promise<LeadershipTerm> => {
  const { config, tell, wait = (ms: number) => waitForReal(ms) } = dependencies;
  const lock =
    dependencies.lock ??
    (config.profile === 'cluster' ? new PostgresLeaderLock(config.postgres!, config.eventStorePrefix) : new SingleProcessLock());
  const attemptLead = (): Promise<Leadership | undefined> => lock.tryToLead();
  for (let tries = 0; ; tries += 1) {
    const leadership = await (config.profile === 'cluster' ? reach(requirePostgres(config), attemptLead, { tell, wait }) : attemptLead());
    if (leadership) {
      if (tries > 0) tell('This server has taken over.');
      return new LeadershipTerm(lock, leadership, wait);
    }
    if (tries === 0) tell('Another Tocsin server is active on this log. This one is a standby and takes over when that one stops.');
    await wait(retryInterval);
  }
};

/** The lock, held until `end`. After a loss of PostgreSQL it is acquired again; if another server was quicker, `whenLost` resolves. */
export class LeadershipTerm {
  /** Resolves with a sentence when another server has taken over the log. */
  readonly whenLost: Promise<string>;
  private tellOver: (sentence: string) => void = () => {};
  private successors: Subscription | undefined;
  private isEnded = false;

  constructor(
    private readonly lock: LeaderLock,
    private leadership: Leadership,
    private readonly wait: (ms: number) => Promise<unknown>,
  ) {
    this.whenLost = new Promise((resolve) => (this.tellOver = resolve));
    void this.hold();
  }

  /** Watches the log for a reactor of a later epoch: then this server is no longer the leader, whatever the lock says. */
  watch(log: EventLog, decode: Decode, after: number, epoch: number): void {
    this.successors = followSuccessors(log, decode, after, epoch, () => this.tellOver(deposed));
  }

  /** Stops watching; called before the log is closed. */
  async unwatch(): Promise<void> {
    await this.successors?.stop();
  }

  /** Releases the lock to a waiting server. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.leadership.release();
  }

  private async hold(): Promise<void> {
    for (;;) {
      await this.leadership.whenLost;
      const nextLeadership = await this.leadAgain();
      if (this.isEnded) {
        await nextLeadership?.release();
        return;
      }
      if (!nextLeadership) return this.tellOver(deposed);
      this.leadership = nextLeadership;
    }
  }

  /** Acquires the lock again as soon as PostgreSQL answers; until then no other server can have it either. */
  private async leadAgain(): Promise<Leadership | undefined> {
    while (!this.isEnded) {
      try {
        return await this.lock.tryToLead();
      } catch {
        await this.wait(retryInterval);
      }
    }
    return undefined;
  }
}
