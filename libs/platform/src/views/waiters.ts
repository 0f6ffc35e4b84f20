import type { Checkpoint } from './view-store.js';

interface Waiter {
  readonly isReached: (checkpoint: Checkpoint) => boolean;
  readonly end: (reached: boolean) => void;
}

/** Callers who wait until the views have reached a position. */
export class Waiters {
  private readonly waiting = new Set<Waiter>();
  private isEnded = false;

  /** True once it is reached; false when `deadlineMs` milliseconds have passed before, or `end` was called. */
  wait(isReached: Waiter['isReached'], deadlineMs: number): Promise<boolean> {
    if (this.isEnded) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (reached: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(waiter);
        resolve(reached);
      };
      const waiter: Waiter = { isReached, end: done };
      const timer = setTimeout(() => done(false), deadlineMs);
      this.waiting.add(waiter);
    });
  }

  tell(checkpoint: Checkpoint): void {
    for (const waiter of this.waiting) if (waiter.isReached(checkpoint)) waiter.end(true);
  }

  /** The views move no more: callers who still wait would keep the process alive until their deadlines. */
  end(): void {
    this.isEnded = true;
    for (const waiter of this.waiting) waiter.end(false);
  }
}
