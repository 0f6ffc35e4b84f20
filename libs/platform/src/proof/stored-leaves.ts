import type { StoredTree } from './stored-tree.js';

/** The leaf hashes of a log, read a tile at a time: for whoever goes through the log in order. */
export class StoredLeaves {
  /** As of the call: a running server appends. */
  readonly size: number;
  private tile: ReturnType<StoredTree['leavesAround']> = { first: 1, leaves: [] };

  constructor(private readonly tree: StoredTree | undefined) {
    this.size = tree?.size ?? 0;
  }

  /** Undefined beyond the tree’s size. */
  of(ordinal: number): Buffer | undefined {
    if (!this.tree || ordinal > this.size) return undefined;
    const index = ordinal - this.tile.first;
    if (index < 0 || index >= this.tile.leaves.length) this.tile = this.tree.leavesAround(ordinal);
    return this.tile.leaves[ordinal - this.tile.first];
  }
}
