import {
  isSameClaim,
  ResultStore,
  AttemptSuperseded,
  unclaimed,
  type Claim,
  type StoredResult,
} from '@tocsin/platform/side/result-store.js';
import type { StoredBacktest } from './stored-backtest.js';

/** Results in memory that outlive a server; `isAway`: as a database that does not answer. */
export class ResultsElsewhere extends ResultStore {
  isAway = false;
  readonly rows = new Map<string, string>();
  readonly pages = new Map<string, string>();
  private readonly claims = new Map<string, Claim>();
  private reached(): void {
    if (this.isAway) throw new Error('the store is away');
  }
  claimOf(id: string): Claim {
    return this.claims.get(id) ?? unclaimed;
  }
  private foundOf(id: string): Claim | null {
    return this.rows.has(id) ? this.claimOf(id) : null;
  }
  private require(id: string, claim: Claim): void {
    this.reached();
    if (!this.rows.has(id) || !isSameClaim(this.claimOf(id), claim)) throw new AttemptSuperseded(id, claim, this.foundOf(id));
  }
  override async all(): Promise<readonly StoredResult[]> {
    this.reached();
    return [...this.rows].map(([id, text]) => ({ id, text, claim: this.claimOf(id) }));
  }
  override async begin(id: string, text: string, claim: Claim, before: Claim | null): Promise<void> {
    this.reached();
    const isAllowed = this.rows.has(id) ? [claim, before].some((each) => each && isSameClaim(each, this.claimOf(id))) : before === null;
    if (!isAllowed) throw new AttemptSuperseded(id, claim, this.foundOf(id));
    this.rows.set(id, text);
    this.claims.set(id, claim);
    this.deletePages(id);
  }
  override async put(id: string, text: string, claim: Claim): Promise<void> {
    this.require(id, claim);
    this.rows.set(id, text);
  }
  override async putPage(id: string, page: number, text: string, claim: Claim): Promise<number> {
    this.require(id, claim);
    this.pages.set(`${id} ${page}`, text);
    return text.length;
  }
  override async page(id: string, page: number): Promise<string | undefined> {
    return this.pages.get(`${id} ${page}`);
  }
  override async removePages(id: string, claim: Claim): Promise<void> {
    this.require(id, claim);
    this.deletePages(id);
  }
  override async remove(id: string, claim: Claim): Promise<void> {
    if (!this.rows.has(id)) return;
    this.require(id, claim);
    this.deletePages(id);
    this.rows.delete(id);
  }
  private deletePages(id: string): void {
    for (const key of this.pages.keys()) if (key.startsWith(id)) this.pages.delete(key);
  }
  /** Its row as a server would read it now. */
  stored(id: string): Partial<StoredBacktest> {
    return JSON.parse(this.rows.get(id) ?? '{}') as Partial<StoredBacktest>;
  }
}
