import { LogUnavailable, type Subscription } from './event-log.js';
import { Follower, type Handler, type Source, type Wait } from './follower.js';

/** All followers of one log, so that closing it can wait for them. */
export class Followers {
  private readonly running = new Set<Follower>();
  private ended = false;

  constructor(private readonly wait?: Wait) {}

  /** Throws LogUnavailable once they were all stopped. */
  start(source: Source, after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    if (this.ended) throw new LogUnavailable('not_applied', 'the log is closed');
    const follower = new Follower(source, after, handler, onTrouble, this.wait);
    this.running.add(follower);
    void follower.ended.then(() => this.running.delete(follower));
    return follower;
  }

  /** Resolves when no handler is running; their appends are still accepted. */
  async stop(): Promise<void> {
    this.ended = true;
    await Promise.all([...this.running].map((follower) => follower.stop()));
  }
}
