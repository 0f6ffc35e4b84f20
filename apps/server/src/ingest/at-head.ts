import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';

type Parts = { readonly log: Pick<ServerParts['log'], 'head'>; readonly feed: Pick<ServerParts['feed'], 'reached'> };

/**
 * Whether memory has reached the head that the log had when asked. However many ask, at most one check of the log runs and one
 * waits, so unknown senders can’t cause load with it.
 */
export class AtHead {
  private running: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;
  /** A check ran out of time before memory had reached the head: until it has, memory counts as behind. */
  private isBehind = false;

  constructor(
    private readonly parts: Parts,
    private readonly answerWithin: number = limits.ingestAnswer,
  ) {}

  /** False when memory is behind or the log does not answer within the time that senders wait. */
  isReached(): Promise<boolean> {
    if (this.isBehind) return Promise.resolve(false);
    // a check that is already running may have read an older head
    if (this.running) return (this.next ??= this.running.then(() => this.again()));
    return this.begin();
  }

  private again(): Promise<boolean> {
    this.next = undefined;
    return this.isReached();
  }

  private begin(): Promise<boolean> {
    const look = this.look().finally(() => {
      if (this.running === look) this.running = undefined;
    });
    return (this.running = look);
  }

  private async look(): Promise<boolean> {
    const reached = this.parts.log.head().then(({ token }) => this.parts.feed.reached(token));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), this.answerWithin)));
    const done = await Promise.race([
      reached.then(
        () => true,
        () => false,
      ),
      late,
    ]);
    clearTimeout(timer);
    if (!done) this.awaitHead(reached);
    return done;
  }

  private awaitHead(reached: Promise<void>): void {
    this.isBehind = true;
    const forget = (): void => {
      this.isBehind = false;
    };
    reached.then(forget, forget);
  }
}
