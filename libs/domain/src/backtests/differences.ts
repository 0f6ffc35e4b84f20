import type { BacktestDifference, BacktestResult } from '@tocsin/contracts/backtests.js';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
import type { WhatIfRun } from '@tocsin/kernel/replay/what-if.js';
import type { Courses } from './courses.js';
import type { Tally } from './tally.js';

/** Result of a run: the simulated history beside the recorded one. */
export interface ReplayComparison {
  readonly imagined: WhatIfRun;
  readonly was: Tally;
  readonly would: Tally;
  /** Courses in the simulated history. */
  readonly courses: Courses;
}

/** A difference from history, and the course of its group. */
interface GroupDifference extends Omit<BacktestDifference, 'because'> {
  readonly course: string;
}

const prefix = 'alertGroup-';

const createMemoryStore = (): SpillStore => {
  const values = new Map<string, unknown>();
  return { put: (key, value) => void values.set(key, value), get: (key) => values.get(key) };
};

/** Every difference of a backtest, with the pages of both sides. All of them are in the store; one bit of each stays in memory. */
export class Differences {
  private size = 0;
  /** For each: whether it is because of lateness. */
  private late = new Uint8Array();

  constructor(private readonly store: SpillStore = createMemoryStore()) {}

  /** Takes those of the run with the change. */
  take({ imagined, was, would, courses }: ReplayComparison): void {
    const lateFlags: (0 | 1)[] = [];
    for (const { stream, because } of imagined.divergences) {
      const groupId = stream.slice(prefix.length);
      const isCounted = stream.startsWith(prefix) && (was.has(groupId) || would.has(groupId));
      if (!isCounted) continue;
      const pages = { number: was.numberOf(groupId), was: [...was.pagesOf(groupId)], would: [...would.pagesOf(groupId)] };
      this.put(lateFlags.length, { groupId, course: courses.of(groupId), ...pages });
      lateFlags.push(because === 'late' ? 1 : 0);
    }
    this.size = lateFlags.length;
    this.late = Uint8Array.from(lateFlags);
  }

  /** A group with the same course where nothing is changed differs from history only because history was late. */
  compare(unchangedCourses: Courses): void {
    for (let n = 0; n < this.size; n += 1) {
      const { groupId, course } = this.get(n);
      this.late[n] = unchangedCourses.of(groupId) === course ? 1 : 0;
    }
  }

  get counts(): BacktestResult['differing'] {
    const lateCount = this.late.reduce((sum, one) => sum + one, 0);
    return { late: lateCount, change: this.size - lateCount };
  }

  /** All of them: those because of the change first. */
  *listed(): Generator<BacktestDifference, void, void> {
    for (const because of ['change', 'late'] as const) {
      for (let n = 0; n < this.size; n += 1) {
        if ((this.late[n] === 1) !== (because === 'late')) continue;
        const { course: _, ...difference } = this.get(n);
        yield { ...difference, because };
      }
    }
  }

  /** The first page of them. */
  first(count: number): BacktestDifference[] {
    const first: BacktestDifference[] = [];
    for (const one of this.listed()) if (first.push(one) === count) break;
    return first;
  }

  private get(n: number): GroupDifference {
    return this.store.get(`difference ${n}`) as GroupDifference;
  }

  private put(n: number, groupDifference: GroupDifference): void {
    this.store.put(`difference ${n}`, groupDifference);
  }
}
