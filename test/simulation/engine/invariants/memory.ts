import { isDeepStrictEqual } from 'node:util';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { SimulatedServer } from '../simulated-server.js';
import type { Invariant } from './invariant.js';

/** Compares the rows of one process with the judge’s; equal rows are compared again only after a change. */
class RowComparison {
  private readonly equalPairs = new Map<string, readonly [unknown, unknown]>();
  private lookedAt = 0;

  diffRows(serverRows: MemoryRows, expectedRows: MemoryRows): readonly string[] {
    if (serverRows.ordinal !== expectedRows.ordinal || serverRows.ordinal === this.lookedAt) return [];
    this.lookedAt = serverRows.ordinal;
    return expectedRows.views.flatMap((view) => this.diffView(view, serverRows, expectedRows));
  }

  private diffView(view: string, serverRows: MemoryRows, expectedRows: MemoryRows): readonly string[] {
    const ids = new Set([...serverRows.rows(view).entries(), ...expectedRows.rows(view).entries()].map(([id]) => id));
    return [...ids].filter((id) => !this.isEqual(view, id, serverRows, expectedRows)).map((id) => `${view} ${id}`);
  }

  private isEqual(view: string, id: string, serverRows: MemoryRows, expectedRows: MemoryRows): boolean {
    const [their, our] = [serverRows.rows(view).get(id), expectedRows.rows(view).get(id)];
    const key = `${view} ${id}`;
    const before = this.equalPairs.get(key);
    if (before?.[0] === their && before?.[1] === our) return true;
    if (!isDeepStrictEqual(their, our)) return false;
    this.equalPairs.set(key, [their, our]);
    return true;
  }
}

/** The memory of a process is the log folded once, in order: nothing twice, nothing left out. */
export const memory = (): Invariant => {
  const comparisons = new WeakMap<SimulatedServer, RowComparison>();
  return {
    onSecond: ({ installation: { servers }, memory: witnessMemory }) =>
      servers.flatMap((server) => {
        const rows = comparisons.get(server) ?? new RowComparison();
        comparisons.set(server, rows);
        const rowDifferences = rows.diffRows(server.memory, witnessMemory).slice(0, 3);
        return rowDifferences.map((row) => `${witnessMemory.ordinal}: memory of ${server.process.node} is not what the log says: ${row}`);
      }),
  };
};
