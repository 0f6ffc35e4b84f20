import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import { CodecError } from '../codec/codec.js';
import { isDamaged } from '../data-folder/machine-errors.js';
import { LogUnavailable, type EventLog, type StoredEvent, type Subscription } from '../event-log/event-log.js';
import { VaultRefused } from '../vault/vault.js';
import type { Decode } from './decoding.js';
import { LogTimeMarks } from './log-time-marks.js';

interface Waiter {
  readonly token: string;
  readonly resolve: () => void;
}

/** Milliseconds between two checks of the log’s end. */
const pollInterval = 1_000;
/** Only the oldest check counts, and a memory that makes no progress must not collect them without limit. */
const maxLooks = 60;

const isFinal = (error: unknown): boolean =>
  error instanceof VaultRefused || error instanceof CodecError || (error instanceof LogUnavailable && isDamaged(error.cause));

/** Folds the log into memory as it grows. Decisions wait here for their node’s last write. */
export class MemoryFeed {
  readonly marks = new LogTimeMarks();
  private subscription: Subscription | undefined;
  private waiters: Waiter[] = [];
  private seenToken = '';
  private isStopped = false;
  private stopWatching: () => void = () => {};
  private listener: (events: readonly StoredEvent[]) => void = () => {};
  /** The log’s ends seen by checks that memory has not reached yet, oldest first. */
  private missingTokens: { readonly token: string; readonly at: number }[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly decode: Decode,
    readonly memory: MemoryRows,
    private readonly onTrouble: (error: unknown) => void,
    private readonly monotonic: MonotonicClock = systemMonotonicClock,
  ) {}

  /**
   * Milliseconds for which the log has had an event that is not in memory yet; 0 when memory is at the head. As of the last check of the log, which
   * happens every second.
   */
  countBehind(): number {
    while (this.missingTokens[0] && this.missingTokens[0].token <= this.seenToken) this.missingTokens.shift();
    return this.missingTokens[0] ? this.monotonic.now() - this.missingTokens[0].at : 0;
  }

  /** A log that does not answer counts as no lag, because it accepts no command either. */
  async look(): Promise<void> {
    const { token } = await this.log.head();
    const lastToken = this.missingTokens.at(-1)?.token ?? this.seenToken;
    if (token > lastToken && this.missingTokens.length < maxLooks) this.missingTokens.push({ token, at: this.monotonic.now() });
  }

  /**
   * Resolves when memory has everything that was on the log at the call. Rejects when a key is missing or an event can’t be read: a retry would not help.
   */
  async start(): Promise<void> {
    const head = await this.log.head();
    let refuse: (error: unknown) => void = () => {};
    let isStarting = true;
    const whenRefused = new Promise<never>((_, reject) => (refuse = reject));
    whenRefused.catch(() => {});
    this.subscription = this.log.follow(
      this.memory.ordinal,
      (events) => {
        for (const storedEvent of events) {
          this.memory.apply(this.decode(storedEvent));
          this.marks.note(storedEvent.ordinal, this.memory.logTime);
          this.seenToken = storedEvent.token;
        }
        this.listener(events);
        this.tell();
      },
      (error) => {
        if (isStarting && isFinal(error)) return refuse(error);
        this.onTrouble(error);
      },
    );
    if (head.ordinal > this.memory.ordinal) await Promise.race([this.waitForToken(head.token), whenRefused]);
    else if (this.seenToken < head.token) this.seenToken = head.token;
    isStarting = false;
    this.watch();
  }

  /** One listener, called with what memory has just read, before anyone who waited for it goes on. It must not throw. */
  listen(listener: (events: readonly StoredEvent[]) => void): void {
    this.listener = listener;
  }

  private watch(): void {
    if (this.isStopped) return;
    const look = (): void => {
      this.look().then(
        () => this.watch(),
        () => this.watch(),
      );
    };
    this.stopWatching = this.monotonic.after(pollInterval, look, { isBackground: true });
  }

  waitForToken(token: string): Promise<void> {
    if (token <= this.seenToken) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push({ token, resolve }));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopWatching();
    await this.subscription?.stop();
  }

  private tell(): void {
    const rest: Waiter[] = [];
    for (const waiter of this.waiters) {
      if (waiter.token <= this.seenToken) waiter.resolve();
      else rest.push(waiter);
    }
    this.waiters = rest;
  }
}
