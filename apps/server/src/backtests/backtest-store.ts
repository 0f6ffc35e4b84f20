import { z } from 'zod';
import { backtestAnswer, backtestDifference, type BacktestAnswer, type BacktestDifference } from '@tocsin/contracts/backtests.js';
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

export interface KeptLimits {
  readonly kept: number;
  readonly bytes: number;
}

/**
 * Backtests that run or have ended, with pages of their differences. They are not facts, and contain only ids. The oldest are deleted
 * when there are too many, or when their differences take up too much.
 */
export class BacktestStore {
  private readonly rows = new Map<string, KeptBacktest>();
  private loading: Promise<void> | undefined;
  /** Writes are made one after the other, so that an older one never replaces a newer one. */
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly results: KeptResults,
    private readonly most: KeptLimits,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

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

  /** Resolves when it is stored. A failure is reported, and it stays in memory. */
  put(kept: KeptBacktest): Promise<void> {
    this.rows.set(kept.id, kept);
    const stored = this.inTurn(() => this.results.put(kept.id, JSON.stringify(kept)));
    this.removeOldest();
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
    const text = await this.results.page(id, page);
    if (text !== undefined) return differences.parse(JSON.parse(text));
    // results of earlier releases have only the first ones, without pages
    return page === 0 ? this.rows.get(id)?.result?.differences : undefined;
  }

  removePages(id: string): Promise<void> {
    return this.inTurn(() => this.results.removePages(id));
  }

  remove(id: string): Promise<void> {
    this.rows.delete(id);
    return this.inTurn(() => this.results.remove(id));
  }

  /** Resolves when everything was written. */
  written(): Promise<void> {
    return this.writing;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.writing = this.writing.then(work).catch(this.onTrouble);
    return this.writing;
  }

  private removeOldest(): void {
    let bytes = 0;
    for (const [n, { id, state, order: own }] of this.all().entries()) {
      bytes += own.bytes;
      if (n > 0 && state !== 'running' && (n >= this.most.kept || bytes > this.most.bytes)) void this.remove(id);
    }
  }

  private async load(): Promise<void> {
    for (const { text } of await this.results.all()) {
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
