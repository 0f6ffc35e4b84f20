import type { Checkpoint } from './view-store.js';

interface Waiter {
  readonly isReached: (checkpoint: Checkpoint) => boolean;
  readonly end: (hasReached: boolean) => void;
}

/** Callers who wait until the views have reached a position. */
export class Waiters {
  private readonly waiters = new Set<Waiter>();
  private isEnded = false;

  /** True once the position is reached; false after `deadlineMs` or `end`. */
  wait(isReached: Waiter['isReached'], deadlineMs: number): Promise<boolean> {
    if (this.isEnded) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settleWaiter = (hasReached: boolean): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(hasReached);
      };
      const waiter: Waiter = { isReached, end: settleWaiter };
      const timer = setTimeout(() => settleWaiter(false), deadlineMs);
      this.waiters.add(waiter);
    });
  }

  notify(checkpoint: Checkpoint): void {
    for (const waiter of this.waiters) if (waiter.isReached(checkpoint)) waiter.end(true);
  }

  /** The views move no more: callers who still wait would keep the process alive until their deadlines. */
  end(): void {
    this.isEnded = true;
    for (const waiter of this.waiters) waiter.end(false);
  }
}
