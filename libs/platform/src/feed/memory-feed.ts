import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import { CodecError } from '../codec/codec.js';
import { isDamaged } from '../data-folder/machine-trouble.js';
import { LogUnavailable, type EventLog, type Subscription } from '../event-log/event-log.js';
import { VaultRefused } from '../vault/vault.js';
import type { Decode } from './decoding.js';
import { LogTimeMarks } from './log-time-marks.js';

interface Waiter {
  readonly token: string;
  readonly resolve: () => void;
}

/** Milliseconds between two checks of the log’s end. */
const pollInterval = 1_000;
/** Limit of stored checks: only the oldest counts, and a memory that makes no progress must not collect them without limit. */
const maxLooks = 60;

const isFinal = (error: unknown): boolean =>
  error instanceof VaultRefused || error instanceof CodecError || (error instanceof LogUnavailable && isDamaged(error.cause));

/** Folds the log into memory as it grows. Decisions wait here for their node’s last write. */
export class MemoryFeed {
  readonly marks = new LogTimeMarks();
  private subscription: Subscription | undefined;
  private waiters: Waiter[] = [];
  private seen = '';
  private stopped = false;
  private stopWatching: () => void = () => {};
  /** The log’s end at each check that memory has not reached yet, oldest first. */
  private missing: { readonly token: string; readonly at: number }[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly decode: Decode,
    readonly memory: MemoryRows,
    private readonly onTrouble: (error: unknown) => void,
    private readonly monotonic: MonotonicClock = systemMonotonicClock,
  ) {}

  /**
   * Milliseconds for which the log has had an event that is not in memory yet; 0 when memory is at the head. As of the last check
   * of the log, which happens every second.
   */
  behind(): number {
    while (this.missing[0] && this.missing[0].token <= this.seen) this.missing.shift();
    return this.missing[0] ? this.monotonic.now() - this.missing[0].at : 0;
  }

  /** Checks where the log ends. A log that does not answer counts as no lag, because it accepts no command either. */
  async look(): Promise<void> {
    const { token } = await this.log.head();
    const known = this.missing.at(-1)?.token ?? this.seen;
    if (token > known && this.missing.length < maxLooks) this.missing.push({ token, at: this.monotonic.now() });
  }

  /**
   * Resolves when memory has everything that was on the log at the call. Rejects when a key is missing or an event can’t be read: a
   * retry would not help.
   */
  async start(): Promise<void> {
    const head = await this.log.head();
    let refuse: (error: unknown) => void = () => {};
    let isStarting = true;
    const refused = new Promise<never>((_, reject) => (refuse = reject));
    refused.catch(() => {});
    this.subscription = this.log.follow(
      this.memory.ordinal,
      (events) => {
        for (const stored of events) {
          this.memory.apply(this.decode(stored));
          this.marks.note(stored.ordinal, this.memory.logTime);
          this.seen = stored.token;
        }
        this.tell();
      },
      (error) => {
        if (isStarting && isFinal(error)) return refuse(error);
        this.onTrouble(error);
      },
    );
    if (head.ordinal > this.memory.ordinal) await Promise.race([this.reached(head.token), refused]);
    else if (this.seen < head.token) this.seen = head.token;
    isStarting = false;
    this.watch();
  }

  private watch(): void {
    if (this.stopped) return;
    const look = (): void => {
      this.look().then(
        () => this.watch(),
        () => this.watch(),
      );
    };
    this.stopWatching = this.monotonic.after(pollInterval, look, { background: true });
  }

  /** Resolves when memory has folded the event of this token. */
  reached(token: string): Promise<void> {
    if (token <= this.seen) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push({ token, resolve }));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stopWatching();
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
