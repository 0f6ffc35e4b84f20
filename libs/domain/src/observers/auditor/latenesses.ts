import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';

/** Upper bounds in milliseconds; the last bucket has none. */
const bounds = [
  0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
] as const;

export interface LatenessesState {
  readonly counts: readonly number[];
  readonly most: number;
}

/** A histogram of lateness: a few dozen numbers, no matter how many values. */
export class LatenessHistogram {
  private readonly counts: number[];
  private most: number;

  constructor(state: LatenessesState = { counts: [], most: 0 }) {
    this.counts = Array.from({ length: bounds.length + 1 }, (_, n) => state.counts[n] ?? 0);
    this.most = state.most;
  }

  add(millis: number): void {
    const at = bounds.findIndex((bound) => millis <= bound);
    this.counts[at < 0 ? bounds.length : at]! += 1;
    this.most = Math.max(this.most, millis);
  }

  get shown(): AuditReport['lateness'] {
    return { p50: this.percentile(0.5), p95: this.percentile(0.95), p99: this.percentile(0.99), most: this.most };
  }

  get state(): LatenessesState {
    return { counts: [...this.counts], most: this.most };
  }

  /** The upper bound of the bucket that holds this percentile: never less than the true value. */
  private percentile(share: number): number {
    const total = this.counts.reduce((sum, count) => sum + count, 0);
    let context = 0;
    for (const [n, count] of this.counts.entries()) {
      context += count;
      if (context >= total * share && context > 0) return Math.min(bounds[n] ?? this.most, this.most);
    }
    return 0;
  }
}
