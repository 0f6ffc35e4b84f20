import { setTimeout as pass } from 'node:timers/promises';
import type { EventLog, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { OnlyLeader, type LeaderLock, type Leadership } from '@tocsin/platform/leader/leader-lock.js';
import { PostgresLeaderLock } from '@tocsin/platform/leader/postgres-leader-lock.js';
import type { Config } from '../config.js';
import { reach } from './reach.js';
import { postgresNeeded } from './stores.js';
import { followSuccessors } from './successor.js';

/** Milliseconds between two tries. */
const retryInterval = 1_000;

const deposed = 'Another Tocsin server took over this log. This one stops so that no one is paged twice; when restarted, it is a standby.';

export interface LeadingParts {
  readonly config: Config;
  readonly tell: (sentence: string) => void;
  /** Waits this many milliseconds; real time when absent. */
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly lock?: LeaderLock;
}

/** Acquires the leader lock of the log, which one server at a time holds. Resolves when this server has it; waits without limit. */
export const lead = async (parts: LeadingParts): Promise<Leading> => {
  const { config, tell, wait = (ms: number) => pass(ms) } = parts;
  const lock =
    parts.lock ?? (config.profile === 'cluster' ? new PostgresLeaderLock(config.postgres!, config.eventStorePrefix) : new OnlyLeader());
  const attempt = (): Promise<Leadership | undefined> => lock.tryToLead();
  for (let tries = 0; ; tries += 1) {
    const leadership = await (config.profile === 'cluster' ? reach(postgresNeeded(config), attempt, { tell, wait }) : attempt());
    if (leadership) {
      if (tries > 0) tell('This server has taken over.');
      return new Leading(lock, leadership, wait);
    }
    if (tries === 0) tell('Another Tocsin server is active on this log. This one is a standby and takes over when that one stops.');
    await wait(retryInterval);
  }
};

/** The lock, held until `end`. After a loss of PostgreSQL it is acquired again; if another server was quicker, `over` resolves. */
export class Leading {
  /** Resolves with a sentence when another server has taken over the log. */
  readonly over: Promise<string>;
  private tellOver: (sentence: string) => void = () => {};
  private successors: Subscription | undefined;
  private isEnded = false;

  constructor(
    private readonly lock: LeaderLock,
    private leadership: Leadership,
    private readonly wait: (ms: number) => Promise<unknown>,
  ) {
    this.over = new Promise((resolve) => (this.tellOver = resolve));
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
      await this.leadership.lost;
      const again = await this.again();
      if (this.isEnded) {
        await again?.release();
        return;
      }
      if (!again) return this.tellOver(deposed);
      this.leadership = again;
    }
  }

  /** Acquires the lock again as soon as PostgreSQL answers; until then no other server can have it either. */
  private async again(): Promise<Leadership | undefined> {
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
