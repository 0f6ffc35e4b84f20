import { z } from 'zod';
import { backtestAnswer, backtestDifference, type BacktestAnswer, type BacktestDifference } from '@tocsin/contracts/backtests.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import type { KeptResults } from '@tocsin/platform/side/kept-results.js';

/** What is kept of a backtest beside its answer. */
const order = z.object({
  /** The last event of the log that it reads, also when it is started again. */
  upTo: z.number().int(),
  /** The server ended in order while it ran: being started again is no failed attempt. */
  isStopped: z.boolean(),
  /** The bytes that its differences take up. */
  bytes: z.number().int(),
});
type Order = z.infer<typeof order>;

/** Results of earlier releases have no order: they have ended. */
const keptBacktest = backtestAnswer.extend({ order: order.default({ upTo: 0, isStopped: false, bytes: 0 }) });
export type KeptBacktest = BacktestAnswer & { readonly order: Order };

export const answerOf = ({ order: _, ...answer }: KeptBacktest): BacktestAnswer => answer;

const differences = z.array(backtestDifference);

/** Milliseconds until a write that has failed is tried again. */
export const retryAfter = 5_000;

export interface KeptLimits {
  readonly kept: number;
  readonly bytes: number;
}

/**
 * Backtests that run or have ended, with pages of their differences. They are not facts, and contain only ids. The oldest are deleted
 * when there are too many, or when their differences take up too much. A write that fails is tried again until it is made.
 */
export class BacktestStore {
  private readonly rows = new Map<string, KeptBacktest>();
  private loading: Promise<void> | undefined;
  /** Writes are made one after the other, so that an older one never replaces a newer one. */
  private writing: Promise<unknown> = Promise.resolve();
  /** Rows whose last write or removal has failed, and backtests whose pages could not be removed: both are tried again. */
  private readonly unwritten = new Set<string>();
  private readonly unremoved = new Set<string>();
  private cancelRetry: (() => void) | undefined;
  private isClosed = false;
  private onWritten: () => void = () => {};

  /** `after` calls back after a pause, and returns what cancels it. */
  constructor(
    private readonly results: KeptResults,
    private readonly most: KeptLimits,
    private readonly onTrouble: (error: unknown) => void,
    private readonly after: (ms: number, call: () => void) => () => void,
  ) {}

  /** One listener, called when something that had failed was written. */
  onWrittenLater(listener: () => void): void {
    this.onWritten = listener;
  }

  /** Whether the store has this row as it is here. */
  isStored(id: string): boolean {
    return !this.unwritten.has(id) && !this.unremoved.has(id);
  }

  /** Resolves when those of an earlier server were read. Rejects while their store can’t be reached; the next call tries again. */
  ready(): Promise<void> {
    return (this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    }));
  }

  /** The newest first. */
  all(): readonly KeptBacktest[] {
    return [...this.rows.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  }

  get(id: string): KeptBacktest | undefined {
    return this.rows.get(id);
  }

  /** Resolves with whether it is stored. A failure is reported; it stays in memory, and is tried again. */
  put(kept: KeptBacktest): Promise<boolean> {
    const isDoneNow = kept.state === 'done' && this.rows.get(kept.id)?.state !== 'done';
    this.rows.set(kept.id, kept);
    const stored = this.inTurn(kept.id, this.unwritten, () => this.results.put(kept.id, JSON.stringify(kept)));
    this.removeOldest(isDoneNow ? kept.id : undefined);
    return stored;
  }

  /** Only in memory: after a restart it is as it was stored before. */
  note(kept: KeptBacktest): void {
    this.rows.set(kept.id, kept);
  }

  /** Rejects when the page can’t be stored. */
  async putPage(id: string, page: number, rows: string): Promise<number> {
    await this.writing;
    return this.results.putPage(id, page, rows);
  }

  /** The differences on a page, from page 0; undefined: there is no such page. */
  async page(id: string, page: number): Promise<readonly BacktestDifference[] | undefined> {
    // results of earlier releases have only the first ones, without pages
    return (await this.storedPage(id, page)) ?? (page === 0 ? this.rows.get(id)?.result?.differences : undefined);
  }

  private async storedPage(id: string, page: number): Promise<readonly BacktestDifference[] | undefined> {
    try {
      const text = await this.results.page(id, page);
      return text === undefined ? undefined : differences.parse(JSON.parse(text));
    } catch (error) {
      if (error instanceof ViewsUnavailable) throw error;
      // a damaged page counts as missing
      this.onTrouble(error);
      return undefined;
    }
  }

  /** Resolves with whether they are gone. A failure is reported, and tried again. */
  removePages(id: string): Promise<boolean> {
    return this.inTurn(id, this.unremoved, () => this.results.removePages(id));
  }

  remove(id: string): Promise<boolean> {
    this.rows.delete(id);
    return this.inTurn(id, this.unwritten, () => this.results.remove(id));
  }

  /** Resolves when everything was tried. */
  async written(): Promise<void> {
    await this.writing;
  }

  /** What has failed is tried once more, and then left. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelRetry?.();
    await this.written();
    await this.writeAgain();
  }

  /** Resolves with whether it was done. What has failed is in `failed` until it was. */
  private inTurn(id: string, failed: Set<string>, work: () => Promise<void>): Promise<boolean> {
    const done = this.writing.then(work).then(
      () => {
        failed.delete(id);
        return true;
      },
      (error: unknown) => {
        failed.add(id);
        this.onTrouble(error);
        this.retryLater();
        return false;
      },
    );
    this.writing = done;
    return done;
  }

  private retryLater(): void {
    if (this.isClosed) return;
    this.cancelRetry ??= this.after(retryAfter, () => {
      this.cancelRetry = undefined;
      void this.writeAgain();
    });
  }

  private async writeAgain(): Promise<void> {
    const row = (id: string): Promise<boolean> => {
      const kept = this.rows.get(id);
      return kept ? this.put(kept) : this.remove(id);
    };
    const works = [...[...this.unwritten].map((id) => () => row(id)), ...[...this.unremoved].map((id) => () => this.removePages(id))];
    let isAnyDone = false;
    for (const work of works) {
      const isDone = await work();
      isAnyDone ||= isDone;
      if (!isDone && this.isClosed) return;
    }
    if (isAnyDone && !this.isClosed) this.onWritten();
  }

  /** The newest result stays whatever its size. Only a result that has just been added, `added`, makes others go because of their size. */
  private removeOldest(added: string | undefined): void {
    const all = this.all();
    const newest = all.find(({ state }) => state === 'done')?.id;
    let bytes = 0;
    for (const [n, { id, state, order: own }] of all.entries()) {
      bytes += own.bytes;
      const isTooLarge = added !== undefined && own.bytes > 0 && bytes > this.most.bytes;
      const isProtected = state === 'running' || id === newest || id === added;
      if (!isProtected && (n >= this.most.kept || isTooLarge)) void this.remove(id);
    }
  }

  private async load(): Promise<void> {
    for (const { text, error } of await this.results.all()) {
      if (error) this.onTrouble(error);
      const found = this.read(text);
      if (found && !this.rows.has(found.id)) this.rows.set(found.id, found);
    }
  }

  private read(text: string): KeptBacktest | undefined {
    try {
      const { data } = keptBacktest.safeParse(JSON.parse(text));
      return data && { ...data, listed: Math.max(data.listed, data.result?.differences.length ?? 0) };
    } catch {
      // cut short, or written by another release: the backtest can be run again
      return undefined;
    }
  }
}
