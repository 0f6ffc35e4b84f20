import type { BacktestDifference, BacktestEffect, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
import type { WhatIfRun } from '@tocsin/kernel/replay/what-if.js';
import type { AssumedPeople } from './assumed-people.js';
import type { Courses } from './courses.js';
import { Effect } from './effect.js';
import type { Tally } from './tally.js';

/** Result of a run: the simulated history beside the recorded one. */
export interface ReplayComparison {
  readonly imagined: WhatIfRun;
  readonly was: Tally;
  readonly would: Tally;
  /** Courses in the simulated history. */
  readonly courses: Courses;
  readonly people: Pick<AssumedPeople, 'isAssumed'>;
  /** The log of another system, which other rules made. */
  readonly isOfImport: boolean;
}

type GroupDifference = Omit<BacktestDifference, 'because'>;

/** What happened to a group without the change. `because`: why that differs from history; null where it does not. */
interface UnchangedGroup extends Pick<GroupDifference, 'number' | 'was'> {
  readonly course: string;
  readonly because: Cause | null;
}

/** In the order in which they are listed. */
const causes = ['change', 'assumption', 'late'] as const satisfies readonly BacktestDifference['because'][];
type Cause = (typeof causes)[number];

const prefix = 'alertGroup-';

const createMemoryStore = (): SpillStore => {
  const values = new Map<string, unknown>();
  return { put: (key, value) => void values.set(key, value), get: (key) => values.get(key) };
};

/** Every difference of a backtest, with the pages of both sides. All of them are in the store; one byte of each stays in memory. */
export class Differences {
  private size = 0;
  /** For each: the place of its cause. */
  private causes = new Uint8Array();
  private unchangedIds: readonly string[] = [];
  private before: Tally | undefined;
  private readonly effects = new Effect();

  constructor(private readonly store: SpillStore = createMemoryStore()) {}

  /** Takes what differs from history in a run without a change. */
  takeFromHistory(run: ReplayComparison): void {
    const { was, would } = run;
    this.takeAll(
      (function* () {
        for (const [groupId, because] of deviations(run)) {
          const pages = { was: [...was.pagesOf(groupId)], would: [...would.pagesOf(groupId)] };
          yield [because, { groupId, number: was.numberOf(groupId), ...pages }];
        }
      })(),
    );
  }

  /** Keeps a run without the change for `takeChanged`. Its pages stand in place of those of an import, which has none. */
  keepUnchanged(run: ReplayComparison): void {
    const { was, would, courses, isOfImport } = run;
    const before = isOfImport ? would : was;
    this.before = before;
    this.unchangedIds = [...new Set([...before.groupIds, ...would.groupIds])];
    for (const groupId of this.unchangedIds)
      this.putUnchanged(groupId, {
        number: before.numberOf(groupId),
        was: [...before.pagesOf(groupId)],
        course: courses.of(groupId),
        because: null,
      });
    if (isOfImport) return;
    for (const [groupId, because] of deviations(run)) this.putUnchanged(groupId, { ...this.unchanged(groupId)!, because });
  }

  /** Takes what differs with the change: from the run without it, or, where that went the same way, from history. */
  takeChanged({ was: recorded, would, courses }: ReplayComparison): void {
    const groupIds = new Set([...this.unchangedIds, ...would.groupIds]);
    const count = (groupId: string): void =>
      this.effects.take(groupId, { before: this.before ?? recorded, after: would, isReal: recorded.isReal(groupId) });
    const find = function* (unchanged: (groupId: string) => UnchangedGroup | undefined): Generator<readonly [Cause, GroupDifference]> {
      for (const groupId of groupIds) {
        const { course = '', because = null, number = null, was = [] } = unchanged(groupId) ?? {};
        const cause = courses.of(groupId) === course ? because : 'change';
        if (cause === 'change') count(groupId);
        if (cause) yield [cause, { groupId, number, was, would: [...would.pagesOf(groupId)] }];
      }
    };
    this.takeAll(find((groupId) => this.unchanged(groupId)));
  }

  /** Of what differs by the change. */
  get effect(): BacktestEffect {
    return this.effects.result();
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
        if (this.causeOf(n) === because) yield { ...(this.store.get(`difference ${n}`) as GroupDifference), because };
      }
    }
  }

  /** The first page of them. */
  first(count: number): BacktestDifference[] {
    const first: BacktestDifference[] = [];
    for (const one of this.listed()) if (first.push(one) === count) break;
    return first;
  }

  private takeAll(differences: Iterable<readonly [Cause, GroupDifference]>): void {
    const found: Cause[] = [];
    for (const [because, difference] of differences) {
      this.store.put(`difference ${found.length}`, difference);
      found.push(because);
    }
    this.size = found.length;
    this.causes = Uint8Array.from(found, (because) => causes.indexOf(because));
  }

  private causeOf(n: number): Cause {
    return causes[this.causes[n]!]!;
  }

  private unchanged(groupId: string): UnchangedGroup | undefined {
    return this.store.get(`unchanged ${groupId}`) as UnchangedGroup | undefined;
  }

  private putUnchanged(groupId: string, group: UnchangedGroup): void {
    this.store.put(`unchanged ${groupId}`, group);
  }
}

/** The counted groups that a run without a change leaves otherwise than history did, and why. */
const deviations = function* ({ imagined, was, would, people, isOfImport }: ReplayComparison): Generator<readonly [string, Cause]> {
  for (const divergence of imagined.divergences) {
    const groupId = divergence.stream.slice(prefix.length);
    if (!divergence.stream.startsWith(prefix) || !(was.has(groupId) || would.has(groupId))) continue;
    const because = people.isAssumed(groupId, divergence) ? 'assumption' : 'late';
    yield [groupId, isOfImport ? 'change' : because];
  }
};
