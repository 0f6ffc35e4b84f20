import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent, Subscription } from './event-log.js';

/** Waits this many milliseconds, or until the signal says that nobody waits any more. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitForReal: Wait = (ms, signal) => pause(ms, undefined, { signal }).catch(() => {});

/** The events after a position, in order; an empty list at the head. `recent` says that they came without touching the disk. */
export interface Page {
  readonly events: readonly StoredEvent[];
  readonly recent: boolean;
}

/** What a follower needs of a log. */
export interface Source {
  next(after: number): Page | Promise<Page>;
  /** Reading takes a while and no thread: the page after one that was read is asked for while that one is handled. */
  readonly readsAhead?: boolean;
  /** Calls back whenever there may be more. The answer ends it. */
  onArrival(call: () => void): () => void;
}

export type Handler = (events: readonly StoredEvent[]) => Promise<void> | void;

/** The first and the longest pause after a failure, in milliseconds. */
const firstPause = 50;
const longestPause = 5000;

/**
 * Carries a log to one handler, batch after batch, from an ordinal onwards and for ever. Reading and handling fail alike: trouble
 * is told, and the same is tried again after a pause that doubles. A handler must not await its own `stop()`.
 */
export class Follower implements Subscription {
  private batch: readonly StoredEvent[] = [];
  private ahead: { readonly after: number; readonly page: Promise<Page> } | undefined;
  private mayReadAhead = false;
  private rest = firstPause;
  private arrived = false;
  private wake: () => void = () => {};
  private readonly stopping = new AbortController();
  private readonly leave: () => void;
  readonly ended: Promise<void>;

  constructor(
    private readonly source: Source,
    private after: number,
    private readonly handler: Handler,
    private readonly onTrouble: (error: unknown) => void = () => {},
    private readonly wait: Wait = waitForReal,
  ) {
    this.leave = source.onArrival(() => this.arrival());
    this.ended = this.run();
  }

  get position(): number {
    return this.after;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.leave();
    this.wake();
    await this.ended;
  }

  private async run(): Promise<void> {
    await nextTurn();
    while (!this.stopping.signal.aborted) {
      try {
        await this.step();
        this.rest = firstPause;
      } catch (error) {
        this.tell(error);
        await this.wait(this.rest, this.stopping.signal);
        this.rest = Math.min(this.rest * 2, longestPause);
      }
    }
  }

  private async step(): Promise<void> {
    if (this.batch.length === 0) await this.read();
    const last = this.batch.at(-1);
    if (!last || this.stopping.signal.aborted) return;
    if (this.mayReadAhead && !this.ahead) this.readAhead(last.ordinal);
    await this.handler(this.batch);
    this.after = last.ordinal;
    this.batch = [];
  }

  private async read(): Promise<void> {
    const { events, recent } = await this.next();
    this.batch = events;
    this.mayReadAhead = !recent && this.source.readsAhead === true;
    if (events.length === 0) await this.more();
    // pages from the disk come without a wait: somebody else must get a turn
    else if (!recent) await nextTurn();
  }

  private next(): Page | Promise<Page> {
    const { ahead } = this;
    this.ahead = undefined;
    return ahead?.after === this.after ? ahead.page : this.ask(this.after);
  }

  /** What arrives from now on may not be in the answer. */
  private ask(after: number): Page | Promise<Page> {
    this.arrived = false;
    return this.source.next(after);
  }

  private readAhead(after: number): void {
    const page = Promise.resolve(this.ask(after));
    // its trouble is told when it is its turn
    page.catch(() => {});
    this.ahead = { after, page };
  }

  private more(): Promise<void> {
    if (this.arrived || this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => (this.wake = resolve));
  }

  private arrival(): void {
    this.arrived = true;
    this.wake();
  }

  private tell(error: unknown): void {
    try {
      this.onTrouble(error);
    } catch {
      // whoever listens for trouble must not stop the log
    }
  }
}
