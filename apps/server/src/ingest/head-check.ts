import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';

type HeadDependencies = { readonly log: Pick<ServerParts['log'], 'head'>; readonly feed: Pick<ServerParts['feed'], 'waitForToken'> };

/**
 * Whether memory has reached the head that the log had when asked. However many ask, at most one check of the log runs and one
 * waits, so unknown senders can’t cause load with it.
 */
export class HeadCheck {
  private currentCheck: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;
  /** A check ran out of time before memory had reached the head: until it has, memory counts as behind. */
  private isBehind = false;

  constructor(
    private readonly dependencies: HeadDependencies,
    private readonly answerWithin: number = limits.ingestAnswer,
  ) {}

  /** False when memory is behind or the log does not answer within the time that senders wait. */
  isReached(): Promise<boolean> {
    if (this.isBehind) return Promise.resolve(false);
    // a check that is already running may have read an older head
    if (this.currentCheck) return (this.next ??= this.currentCheck.then(() => this.checkAgain()));
    return this.begin();
  }

  private checkAgain(): Promise<boolean> {
    this.next = undefined;
    return this.isReached();
  }

  private begin(): Promise<boolean> {
    const look = this.look().finally(() => {
      if (this.currentCheck === look) this.currentCheck = undefined;
    });
    return (this.currentCheck = look);
  }

  private async look(): Promise<boolean> {
    const whenReached = this.dependencies.log.head().then(({ token }) => this.dependencies.feed.waitForToken(token));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), this.answerWithin)));
    const done = await Promise.race([
      whenReached.then(
        () => true,
        () => false,
      ),
      late,
    ]);
    clearTimeout(timer);
    if (!done) this.awaitHead(whenReached);
    return done;
  }

  private awaitHead(whenReached: Promise<void>): void {
    this.isBehind = true;
    const forget = (): void => {
      this.isBehind = false;
    };
    whenReached.then(forget, forget);
  }
}
