import { isDeepStrictEqual } from 'node:util';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { SimulatedServer } from '../simulated-server.js';
import type { Invariant } from './invariant.js';

/** Compares the rows of one process with the judge’s; equal rows are compared again only after a change. */
class Beside {
  private readonly equal = new Map<string, readonly [unknown, unknown]>();
  private lookedAt = 0;

  differences(theirs: MemoryRows, ours: MemoryRows): readonly string[] {
    if (theirs.ordinal !== ours.ordinal || theirs.ordinal === this.lookedAt) return [];
    this.lookedAt = theirs.ordinal;
    return ours.views.flatMap((view) => this.ofView(view, theirs, ours));
  }

  private ofView(view: string, theirs: MemoryRows, ours: MemoryRows): readonly string[] {
    const ids = new Set([...theirs.rows(view).entries(), ...ours.rows(view).entries()].map(([id]) => id));
    return [...ids].filter((id) => !this.isEqual(view, id, theirs, ours)).map((id) => `${view} ${id}`);
  }

  private isEqual(view: string, id: string, theirs: MemoryRows, ours: MemoryRows): boolean {
    const [their, our] = [theirs.rows(view).get(id), ours.rows(view).get(id)];
    const key = `${view} ${id}`;
    const before = this.equal.get(key);
    if (before?.[0] === their && before?.[1] === our) return true;
    if (!isDeepStrictEqual(their, our)) return false;
    this.equal.set(key, [their, our]);
    return true;
  }
}

/** The memory of a process is the log folded once, in order: nothing twice, nothing left out. */
export const memory = (): Invariant => {
  const beside = new WeakMap<SimulatedServer, Beside>();
  return {
    eachSecond: ({ installation: { servers }, memory: ours }) =>
      servers.flatMap((server) => {
        const rows = beside.get(server) ?? new Beside();
        beside.set(server, rows);
        const found = rows.differences(server.memory, ours).slice(0, 3);
        return found.map((row) => `${ours.ordinal}: memory of ${server.process.node} is not what the log says: ${row}`);
      }),
  };
};
