import { LogUnavailable, type Subscription } from './event-log.js';
import type { Wait } from '../clock/wait.js';
import { Follower, type Handler, type Source } from './follower.js';

/** All followers of one log, so that closing it can wait for them. */
export class Followers {
  private readonly followers = new Set<Follower>();
  private isEnded = false;

  constructor(private readonly wait?: Wait) {}

  /** Throws LogUnavailable after `stop`. */
  start(source: Source, after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    if (this.isEnded) throw new LogUnavailable('not_applied', 'the log is closed');
    const follower = new Follower(source, after, handler, onTrouble, this.wait);
    this.followers.add(follower);
    void follower.whenEnded.then(() => this.followers.delete(follower));
    return follower;
  }

  /** Resolves when no handler is running; their appends are still accepted. */
  async stop(): Promise<void> {
    this.isEnded = true;
    await Promise.all([...this.followers].map((follower) => follower.stop()));
  }
}
