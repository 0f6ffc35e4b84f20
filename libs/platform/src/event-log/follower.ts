import { setImmediate as nextTurn } from 'node:timers/promises';
import { backOff } from '@tocsin/contracts/back-off.js';
import { waitForReal, type Wait } from '../clock/wait.js';
import type { StoredEvent, Subscription } from './event-log.js';

/** In order; empty at the head. `isRecent`: the events came from memory, not from disk. */
export interface Page {
  readonly events: readonly StoredEvent[];
  readonly isRecent: boolean;
}

export interface Source {
  next(after: number): Page | Promise<Page>;
  /** Reads are asynchronous and use no thread: the next page is requested while the current one is handled. */
  readonly canReadAhead?: boolean;
  /** Calls back whenever there may be more. Returns a function that unsubscribes. */
  onArrival(call: () => void): () => void;
}

export type Handler = (events: readonly StoredEvent[]) => Promise<void> | void;

const pauses = { first: 50, most: 5_000 };

/**
 * Delivers a log to one handler, batch by batch, from an ordinal onwards and without end. Errors of reading and of handling are reported, and the same
 * step is tried again after a pause that doubles. A handler must not await its own `stop()`.
 */
export class Follower implements Subscription {
  private batch: readonly StoredEvent[] = [];
  private nextPage: { readonly after: number; readonly page: Promise<Page> } | undefined;
  private isReadAheadAllowed = false;
  private failures = 0;
  private hasArrived = false;
  private wake: () => void = () => {};
  private readonly stopping = new AbortController();
  private readonly leave: () => void;
  readonly whenEnded: Promise<void>;

  constructor(
    private readonly source: Source,
    private after: number,
    private readonly handler: Handler,
    private readonly onTrouble: (error: unknown) => void = () => {},
    private readonly wait: Wait = waitForReal,
  ) {
    this.leave = source.onArrival(() => this.waitForArrival());
    this.whenEnded = this.run();
  }

  get position(): number {
    return this.after;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.leave();
    this.wake();
    await this.whenEnded;
  }

  private async run(): Promise<void> {
    await nextTurn();
    while (!this.stopping.signal.aborted) {
      try {
        await this.step();
        this.failures = 0;
      } catch (error) {
        this.tell(error);
        this.failures += 1;
        await this.wait(backOff(this.failures, pauses), this.stopping.signal);
      }
    }
  }

  private async step(): Promise<void> {
    if (this.batch.length === 0) await this.read();
    const last = this.batch.at(-1);
    if (!last || this.stopping.signal.aborted) return;
    if (this.isReadAheadAllowed && !this.nextPage) this.readAhead(last.ordinal);
    await this.handler(this.batch);
    this.after = last.ordinal;
    this.batch = [];
  }

  private async read(): Promise<void> {
    const { events, isRecent: recent } = await this.next();
    this.batch = events;
    this.isReadAheadAllowed = !recent && this.source.canReadAhead === true;
    if (events.length === 0) await this.waitForMore();
    // pages from the disk come without waiting, so yield to other work
    else if (!recent) await nextTurn();
  }

  private next(): Page | Promise<Page> {
    const { nextPage: ahead } = this;
    this.nextPage = undefined;
    return ahead?.after === this.after ? ahead.page : this.ask(this.after);
  }

  /** This read may miss events that arrive from now on. */
  private ask(after: number): Page | Promise<Page> {
    this.hasArrived = false;
    return this.source.next(after);
  }

  private readAhead(after: number): void {
    const page = Promise.resolve(this.ask(after));
    // its error is reported when this page is due
    page.catch(() => {});
    this.nextPage = { after, page };
  }

  private waitForMore(): Promise<void> {
    if (this.hasArrived || this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => (this.wake = resolve));
  }

  private waitForArrival(): void {
    this.hasArrived = true;
    this.wake();
  }

  private tell(error: unknown): void {
    try {
      this.onTrouble(error);
    } catch {
      // errors of the listener must not stop the log
    }
  }
}
