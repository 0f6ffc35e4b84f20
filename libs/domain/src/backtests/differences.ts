import type { BacktestDifference, BacktestResult } from '@tocsin/contracts/backtests.js';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
import type { Divergence } from '@tocsin/kernel/replay/comparison.js';
import type { WhatIfRun } from '@tocsin/kernel/replay/what-if.js';
import type { AssumedPeople } from './assumed-people.js';
import type { Courses } from './courses.js';
import type { Tally } from './tally.js';

/** Result of a run: the simulated history beside the recorded one. */
export interface ReplayComparison {
  readonly imagined: WhatIfRun;
  readonly was: Tally;
  readonly would: Tally;
  /** Courses in the simulated history. */
  readonly courses: Courses;
  readonly people: Pick<AssumedPeople, 'deviatesBy'>;
}

/** A difference from history, and the course of its group. */
interface GroupDifference extends Omit<BacktestDifference, 'because'> {
  readonly course: string;
}

/** What happened to a group where nothing was changed. */
type UnchangedGroup = Pick<GroupDifference, 'number' | 'was' | 'course'>;

/** In the order in which they are listed. */
const causes = ['change', 'assumption', 'late'] as const satisfies readonly BacktestDifference['because'][];
type Cause = (typeof causes)[number];

const prefix = 'alertGroup-';

const createMemoryStore = (): SpillStore => {
  const values = new Map<string, unknown>();
  return { put: (key, value) => void values.set(key, value), get: (key) => values.get(key) };
};

const startOf = ({ was, would }: Divergence): string => [was?.at ?? '~', would?.at ?? '~'].toSorted()[0]!;

/** Every difference of a backtest, with the pages of both sides. All of them are in the store; one byte of each stays in memory. */
export class Differences {
  private size = 0;
  /** For each: the place of its cause. */
  private causes = new Uint8Array();
  private unchangedIds: readonly string[] = [];

  constructor(private readonly store: SpillStore = createMemoryStore()) {}

  /** Takes what differs from history in the run with the change, or from what `takeUnchanged` took before. */
  take(run: ReplayComparison): void {
    const found: Cause[] = [];
    for (const [because, difference] of this.unchangedIds.length > 0 ? this.fromUnchanged(run) : fromHistory(run)) {
      this.put(found.length, difference);
      found.push(because);
    }
    this.size = found.length;
    this.causes = Uint8Array.from(found, (because) => causes.indexOf(because));
  }

  /** Takes a run without the change in place of history. */
  takeUnchanged({ would, courses }: ReplayComparison): void {
    this.unchangedIds = [...would.groupIds];
    for (const groupId of this.unchangedIds) {
      const group: UnchangedGroup = { number: would.numberOf(groupId), was: [...would.pagesOf(groupId)], course: courses.of(groupId) };
      this.store.put(`unchanged ${groupId}`, group);
    }
  }

  /** A group with the same course where nothing is changed differs from history only because history was late, or people are assumed. */
  compare({ courses, people }: Pick<ReplayComparison, 'courses' | 'people'>): void {
    for (let n = 0; n < this.size; n += 1) {
      const { groupId, course } = this.get(n);
      const because = this.causeOf(n);
      if (courses.of(groupId) !== course) this.causes[n] = causes.indexOf('change');
      else if (because === 'change') this.causes[n] = causes.indexOf(people.deviatesBy(groupId, '~') ? 'assumption' : 'late');
    }
  }

  get counts(): BacktestResult['differing'] {
    const counts = { late: 0, change: 0, assumption: 0 };
    for (let n = 0; n < this.size; n += 1) counts[this.causeOf(n)] += 1;
    return counts;
  }

  /** All of them: those because of the change first. */
  *listed(): Generator<BacktestDifference, void, void> {
    for (const because of causes) {
      for (let n = 0; n < this.size; n += 1) {
        if (this.causeOf(n) !== because) continue;
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

  private *fromUnchanged({ would, courses }: ReplayComparison): Generator<readonly [Cause, GroupDifference]> {
    for (const groupId of new Set([...this.unchangedIds, ...would.groupIds])) {
      const before = this.store.get(`unchanged ${groupId}`) as UnchangedGroup | undefined;
      const course = courses.of(groupId);
      if (before?.course === course) continue;
      yield ['change', { groupId, number: before?.number ?? null, was: before?.was ?? [], would: [...would.pagesOf(groupId)], course }];
    }
  }

  private causeOf(n: number): Cause {
    return causes[this.causes[n]!]!;
  }

  private get(n: number): GroupDifference {
    return this.store.get(`difference ${n}`) as GroupDifference;
  }

  private put(n: number, groupDifference: GroupDifference): void {
    this.store.put(`difference ${n}`, groupDifference);
  }
}

const fromHistory = function* ({ imagined, was, would, courses, people }: ReplayComparison): Generator<readonly [Cause, GroupDifference]> {
  for (const divergence of imagined.divergences) {
    const { stream, because } = divergence;
    const groupId = stream.slice(prefix.length);
    if (!stream.startsWith(prefix) || !(was.has(groupId) || would.has(groupId))) continue;
    const pages = { number: was.numberOf(groupId), was: [...was.pagesOf(groupId)], would: [...would.pagesOf(groupId)] };
    const isAssumed = because === 'change' && people.deviatesBy(groupId, startOf(divergence));
    yield [isAssumed ? 'assumption' : because, { groupId, course: courses.of(groupId), ...pages }];
  }
};
