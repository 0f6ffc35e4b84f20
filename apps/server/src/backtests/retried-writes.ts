import PQueue from 'p-queue';
import { AttemptSuperseded } from '@tocsin/platform/side/result-store.js';

/** Milliseconds until a write that has failed is tried again. */
export const retryAfter = 5_000;

/** Attempts to store a page of differences, with pauses of `retryAfter`: five minutes. */
export const pageTries = 61;

export interface WriteListeners {
  readonly onError: (error: unknown) => void;
  /** Another server has taken over the result with this id. */
  readonly onSuperseded: (id: string) => void;
  /** Something that had failed was written. */
  readonly onWritten: () => void;
}

interface Write {
  readonly id: string;
  readonly kind: string;
  readonly run: () => Promise<void>;
}

/**
 * Writes to a store that may be unreachable. They run one after the other, so that an older one never replaces a newer one; a failed one is reported
 * and retried until it succeeds. A write refused because another server has taken over is not retried.
 */
export class RetriedWrites {
  private readonly queue = new PQueue({ concurrency: 1 });
  /** The last write of each kind that has failed, for each id. */
  private readonly failedWrites = new Map<string, Write>();
  private cancelRetry: (() => void) | undefined;
  private isClosed = false;

  /** `after` calls back after a pause, and returns what cancels it. */
  constructor(
    private readonly after: (ms: number, call: () => void) => () => void,
    private readonly on: WriteListeners,
  ) {}

  hasFailed(id: string): boolean {
    return [...this.failedWrites.values()].some((write) => write.id === id);
  }

  /** Resolves with whether it was made. `kind`: a later write of the same kind replaces one that has failed. */
  make(id: string, kind: string, work: () => Promise<void>): Promise<boolean> {
    const key = `${kind} ${id}`;
    return this.queue.add(async () => {
      try {
        await work();
        this.failedWrites.delete(key);
        return true;
      } catch (error) {
        if (error instanceof AttemptSuperseded) this.handleLoss(id, error);
        else {
          this.failedWrites.set(key, { id, kind, run: work });
          this.on.onError(error);
          this.retryLater();
        }
        return false;
      }
    });
  }

  /** Tries for some minutes, after the writes before it. Null when it was not made, or is no longer wanted. */
  async tryForMinutes<Answer>(id: string, work: () => Promise<Answer>, isWanted: () => boolean): Promise<Answer | null> {
    for (let tries = 1; isWanted() && tries <= pageTries; tries += 1) {
      try {
        await this.queue.onIdle();
        return await work();
      } catch (error) {
        if (error instanceof AttemptSuperseded) {
          this.handleLoss(id, error);
          return null;
        }
        this.on.onError(error);
      }
      if (tries < pageTries) await new Promise<void>((resolve) => void this.after(retryAfter, resolve));
    }
    return null;
  }

  /** Resolves when everything was tried. */
  whenTried(): Promise<void> {
    return this.queue.onIdle();
  }

  /** Failed writes are tried once more, then dropped. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelRetry?.();
    await this.whenTried();
    await this.retryWrites();
  }

  private handleLoss(id: string, error: AttemptSuperseded): void {
    for (const [key, write] of this.failedWrites) if (write.id === id) this.failedWrites.delete(key);
    this.on.onError(error);
    this.on.onSuperseded(id);
  }

  private retryLater(): void {
    if (this.isClosed) return;
    this.cancelRetry ??= this.after(retryAfter, () => {
      this.cancelRetry = undefined;
      void this.retryWrites();
    });
  }

  private async retryWrites(): Promise<void> {
    let isAnyMade = false;
    const writes = [...this.failedWrites.values()];
    for (const { id, kind, run: work } of writes) {
      const isMade = await this.make(id, kind, work);
      isAnyMade ||= isMade;
      if (!isMade && this.isClosed) return;
    }
    if (isAnyMade && !this.isClosed) this.on.onWritten();
  }
}
