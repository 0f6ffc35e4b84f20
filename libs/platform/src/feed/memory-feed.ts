import type { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import type { EventLog, Subscription } from '../event-log/event-log.js';
import type { Decode } from './decoding.js';

interface Waiter {
  readonly token: string;
  readonly resolve: () => void;
}

/** Folds the log into memory, as fast as it grows. Decisions wait for their own last write here. */
export class MemoryFeed {
  private subscription: Subscription | undefined;
  private waiters: Waiter[] = [];
  private seen = '';

  constructor(
    private readonly log: EventLog,
    private readonly decode: Decode,
    readonly memory: MemoryRows,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  /** Resolves when memory has everything that stood on the log when it was called. */
  async start(): Promise<void> {
    const head = await this.log.head();
    this.subscription = this.log.follow(
      this.memory.ordinal,
      (events) => {
        for (const stored of events) {
          this.memory.apply(this.decode(stored));
          this.seen = stored.token;
        }
        this.tell();
      },
      this.onTrouble,
    );
    if (head.ordinal > this.memory.ordinal) await this.reached(head.token);
    else if (this.seen < head.token) this.seen = head.token;
  }

  /** Resolves when memory has folded the event of this token. */
  reached(token: string): Promise<void> {
    if (token <= this.seen) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push({ token, resolve }));
  }

  async stop(): Promise<void> {
    await this.subscription?.stop();
  }

  private tell(): void {
    const rest: Waiter[] = [];
    for (const waiter of this.waiters) {
      if (waiter.token <= this.seen) waiter.resolve();
      else rest.push(waiter);
    }
    this.waiters = rest;
  }
}
