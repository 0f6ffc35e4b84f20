import { z } from 'zod';
import { backtestDifference, type BacktestAnswer, type BacktestDifference } from '@tocsin/contracts/backtests/backtests.js';
import { AttemptSuperseded, type Claim, type ResultStore } from '@tocsin/platform/side/result-store.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { readBacktest, type StoredBacktest } from './stored-backtest.js';
import { outdatedBacktests, type RetentionLimits } from './retention.js';
import { RetriedWrites } from './retried-writes.js';

/** A missing result is not another server’s: the store was emptied, or this server removed it. */
const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof AttemptSuperseded) || error.foundClaim) throw error;
};

const differences = z.array(backtestDifference);

/** Progress is stored in this many steps. */
const storedSteps = 20;

export interface StoreSettings {
  readonly most: RetentionLimits;
  /** Names this server in the store, differently in each process. */
  readonly owner: string;
  readonly onTrouble: (error: unknown) => void;
  /** Calls back after a pause, and returns what cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
}

/** The attempt to which writes of a backtest belong. `before`: the one that was stored when it began. */
interface AttemptClaim {
  readonly claim: Claim;
  readonly before: Claim | null;
  isStarted: boolean;
}

/**
 * Backtests that run or have ended, with pages of their differences. They are not facts, and contain only ids. The oldest results of
 * whoever has the most are deleted when there are too many, or when their differences take up too much. A write that fails is tried again until it is made. A backtest that
 * another server has taken over is written no more.
 */
export class BacktestStore {
  private readonly rows = new Map<string, StoredBacktest>();
  private readonly claims = new Map<string, AttemptClaim>();
  /** Backtests taken over by another server. */
  private readonly ofAnother = new Set<string>();
  private loading: Promise<void> | undefined;
  private readonly writes: RetriedWrites;
  private onWritten: () => void = () => {};
  private onSuperseded: (id: string) => void = () => {};

  constructor(
    private readonly results: ResultStore,
    private readonly settings: StoreSettings,
  ) {
    this.writes = new RetriedWrites(settings.after, {
      onError: settings.onTrouble,
      onSuperseded: (id) => this.supersede(id),
      onWritten: () => this.onWritten(),
    });
  }

  /** One listener, called when something that had failed was written. */
  onWrittenLater(listener: () => void): void {
    this.onWritten = listener;
  }

  /** One listener, called when a write was refused because another server has taken over this backtest. */
  onTakenOver(listener: (id: string) => void): void {
    this.onSuperseded = listener;
  }

  /** Whether the store has this row as it is here. */
  isStored(id: string): boolean {
    return !this.writes.hasFailed(id);
  }

  isTakenOver(id: string): boolean {
    return this.ofAnother.has(id);
  }

  /** Resolves when those of an earlier server were read. Rejects while their store can’t be reached; the next call tries again. */
  whenReady(): Promise<void> {
    return (this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    }));
  }

  /** The newest first. */
  all(): readonly StoredBacktest[] {
    return [...this.rows.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  }

  get(id: string): StoredBacktest | undefined {
    return this.rows.get(id);
  }

  /** Like `put` for the next attempt: also removes the pages of the previous one, whose writes are refused from then on. */
  begin(row: StoredBacktest): Promise<boolean> {
    if (!this.ofAnother.has(row.id)) this.claimNext(row.id);
    return this.put(row);
  }

  /** Resolves with whether it is stored. A failure is reported; it stays in memory, and is tried again. */
  put(row: StoredBacktest): Promise<boolean> {
    const { id } = row;
    if (this.ofAnother.has(id)) return Promise.resolve(false);
    const isDoneNow = row.state === 'done' && this.rows.get(id)?.state !== 'done';
    this.rows.set(id, row);
    const attemptClaim = this.requireClaim(id);
    const whenStored = this.writes.make(id, 'row', () => this.write(id, attemptClaim));
    this.removeOldest(isDoneNow ? id : undefined);
    return whenStored;
  }

  /** Only in memory: after a restart it is as it was stored before. */
  note(row: StoredBacktest): void {
    if (!this.ofAnother.has(row.id)) this.rows.set(row.id, row);
  }

  /** Stored only now and then. */
  recordProgress(row: StoredBacktest, progress: BacktestAnswer['progress']): void {
    const step = ({ done, of }: BacktestAnswer['progress']): number => (of === 0 ? -1 : Math.floor((done / of) * storedSteps));
    if (step(progress) > step(row.progress)) void this.put({ ...row, progress });
    else this.note({ ...row, progress });
  }

  /** Its end is stored before its pages are removed: a server that ends between the two does not start it again. */
  async settle(id: string, change: Partial<BacktestAnswer>): Promise<void> {
    const before = this.rows.get(id);
    if (!before) return;
    if (change.state === 'done') return void (await this.put({ ...before, ...change }));
    const whenPut = this.put({ ...before, ...change, listed: 0, order: { ...before.order, bytes: 0 } });
    await Promise.all([whenPut, this.removePages(id)]);
  }

  /** The bytes that it takes up. It is tried for some minutes; null when it could not be stored, or is no longer wanted. */
  putPage(id: string, page: number, rows: string, isWanted: () => boolean): Promise<number | null> {
    const { claim } = this.requireClaim(id);
    return this.writes.tryForMinutes(id, () => this.putPageOf(id, page, rows, claim), isWanted);
  }

  /** The differences on a page, from page 0; undefined: there is no such page. */
  async page(id: string, page: number): Promise<readonly BacktestDifference[] | undefined> {
    try {
      const text = await this.results.page(id, page);
      return text === undefined ? undefined : differences.parse(JSON.parse(text));
    } catch (error) {
      if (error instanceof ViewsUnavailable) throw error;
      // a damaged page counts as missing
      this.settings.onTrouble(error);
      return undefined;
    }
  }

  /** Resolves with whether they are gone. A failure is reported, and tried again. */
  removePages(id: string): Promise<boolean> {
    const current = this.claims.get(id);
    if (!current || this.ofAnother.has(id)) return Promise.resolve(false);
    // if the attempt is not stored yet, starting it removes them
    return this.writes.make(id, 'pages', () =>
      current.isStarted ? this.results.removePages(id, current.claim).catch(ignoreMissing) : this.write(id, current),
    );
  }

  remove(id: string): Promise<boolean> {
    const current = this.claims.get(id);
    if (!current || this.ofAnother.has(id)) return Promise.resolve(false);
    this.rows.delete(id);
    return this.writes.make(id, 'row', async () => {
      // it may be stored although no response came
      if (!current.isStarted) await this.results.begin(id, '{}', current.claim, current.before).catch(ignoreMissing);
      await this.results.remove(id, current.claim);
      if (!this.rows.has(id)) this.claims.delete(id);
    });
  }

  /** Resolves when everything was tried. */
  async whenWritten(): Promise<void> {
    await this.writes.whenTried();
  }

  /** Failed writes are tried once more, then dropped. */
  async close(): Promise<void> {
    await this.writes.close();
  }

  /** Writes the row as it is then. */
  private async write(id: string, current: AttemptClaim): Promise<void> {
    const row = this.rows.get(id);
    if (!row) return;
    const text = JSON.stringify(row);
    if (current.isStarted) {
      return this.results.put(id, text, current.claim).catch(async (error: unknown) => {
        ignoreMissing(error);
        await this.results.begin(id, text, current.claim, null);
      });
    }
    await this.results.begin(id, text, current.claim, current.before);
    current.isStarted = true;
  }

  /** If the store was emptied meanwhile, the row is stored again first. */
  private async putPageOf(id: string, page: number, rows: string, claim: Claim): Promise<number> {
    const putRows = (): Promise<number> => this.results.putPage(id, page, rows, claim);
    return putRows().catch(async (error: unknown) => {
      ignoreMissing(error);
      await this.write(id, this.requireClaim(id));
      return putRows();
    });
  }

  /** The claim under which this server writes; it makes a new one where the stored one belongs to another server. */
  private requireClaim(id: string): AttemptClaim {
    const current = this.claims.get(id);
    return current?.claim.owner === this.settings.owner ? current : this.claimNext(id);
  }

  private claimNext(id: string): AttemptClaim {
    const last = this.claims.get(id);
    // it may be stored although no response came: then it is started again
    if (last && !last.isStarted) return last;
    const next = {
      claim: { attempt: (last?.claim.attempt ?? 0) + 1, owner: this.settings.owner },
      before: last?.claim ?? null,
      isStarted: false,
    };
    this.claims.set(id, next);
    return next;
  }

  /** From now on this server only shows what the other one stores. */
  private supersede(id: string): void {
    if (this.ofAnother.has(id)) return;
    this.ofAnother.add(id);
    this.onSuperseded(id);
    void this.showStored(id).catch((error: unknown) => this.settings.onTrouble(error));
  }

  private async showStored(id: string): Promise<void> {
    const storedResult = (await this.results.all()).find((one) => one.id === id);
    const readRow = storedResult && readBacktest(storedResult.text);
    if (readRow) this.rows.set(id, readRow);
    else this.rows.delete(id);
  }

  private removeOldest(added: string | undefined): void {
    for (const { id } of outdatedBacktests(this.all(), this.settings.most, added)) void this.remove(id);
  }

  private async load(): Promise<void> {
    for (const { text, claim, error } of await this.results.all()) {
      if (error) this.settings.onTrouble(error);
      const parsedRow = readBacktest(text);
      if (!parsedRow || this.rows.has(parsedRow.id)) continue;
      this.rows.set(parsedRow.id, parsedRow);
      this.claims.set(parsedRow.id, { claim, before: null, isStarted: true });
    }
  }
}
