import type { Checkpoint } from './view-store.js';

interface Waiter {
  readonly isReached: (checkpoint: Checkpoint) => boolean;
  readonly resolve: () => void;
}

/** Callers who wait until the views have reached a position. */
export class Waiters {
  private readonly waiting = new Set<Waiter>();

  /** True once it is reached; false when `deadlineMs` milliseconds have passed before. */
  wait(isReached: Waiter['isReached'], deadlineMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (reached: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(waiter);
        resolve(reached);
      };
      const waiter: Waiter = { isReached, resolve: () => done(true) };
      const timer = setTimeout(() => done(false), deadlineMs);
      this.waiting.add(waiter);
    });
  }

  tell(checkpoint: Checkpoint): void {
    for (const waiter of this.waiting) if (waiter.isReached(checkpoint)) waiter.resolve();
  }
}
