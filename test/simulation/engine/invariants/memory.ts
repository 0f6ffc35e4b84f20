import { isDeepStrictEqual } from 'node:util';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { SimulatedServer } from '../simulated-server.js';
import type { Invariant, Witness } from './invariant.js';

/** Seconds after which rows that nobody changed are compared, too: all of them each second would take ever longer in a long life. */
const wholeEvery = 600;

type RowKey = readonly [view: string, id: string];

/** Compares the rows of one process with the judge’s: what either has changed since they were compared last. */
class RowComparison {
  private readonly equalPairs = new WeakMap<object, unknown>();
  private readonly changedRows = new Map<string, RowKey>();
  private seconds = 0;
  private isWhole = true;

  constructor(
    private readonly serverRows: MemoryRows,
    private readonly expectedRows: MemoryRows,
  ) {
    serverRows.onChange((view, id) => this.note(view, id));
  }

  note(view: string, id: string): void {
    this.changedRows.set(`${view} ${id}`, [view, id]);
  }

  diffRows(): readonly string[] {
    this.seconds += 1;
    this.isWhole ||= this.seconds % wholeEvery === 0;
    if (this.serverRows.ordinal !== this.expectedRows.ordinal) return [];
    const keys = this.isWhole ? this.allKeys() : [...this.changedRows.values()];
    this.isWhole = false;
    this.changedRows.clear();
    return keys.filter(([view, id]) => !this.isEqual(view, id)).map(([view, id]) => `${view} ${id}`);
  }

  private allKeys(): readonly RowKey[] {
    return this.expectedRows.views.flatMap((view) => {
      const ids = [this.serverRows, this.expectedRows].flatMap((rows) => [...rows.rows(view).entries()].map(([id]) => id));
      return [...new Set(ids)].map((id): RowKey => [view, id]);
    });
  }

  private isEqual(view: string, id: string): boolean {
    const [their, our] = [this.serverRows.rows(view).get(id), this.expectedRows.rows(view).get(id)];
    const isObject = typeof their === 'object' && their !== null;
    if (isObject && this.equalPairs.get(their) === our) return true;
    if (!isDeepStrictEqual(their, our)) return false;
    if (isObject) this.equalPairs.set(their, our);
    return true;
  }
}

/** The memory of a process is the log folded once, in order: nothing twice, nothing left out. */
export const memory = (): Invariant => {
  let comparisons: ReadonlyMap<SimulatedServer, RowComparison> | null = null;
  const compare = ({ installation: { servers }, memory: expectedRows }: Witness): readonly string[] => {
    if (!comparisons) expectedRows.onChange((view, id) => comparisons!.forEach((comparison) => comparison.note(view, id)));
    const before = comparisons;
    comparisons = new Map(servers.map((server) => [server, before?.get(server) ?? new RowComparison(server.memory, expectedRows)]));
    return [...comparisons].flatMap(([server, comparison]) => {
      const differences = comparison.diffRows().slice(0, 3);
      return differences.map((row) => `${expectedRows.ordinal}: memory of ${server.process.node} is not what the log says: ${row}`);
    });
  };
  return { onSecond: compare };
};
