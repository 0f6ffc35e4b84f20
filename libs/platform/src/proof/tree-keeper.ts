import { setTimeout as pause } from 'node:timers/promises';
import { LogUnavailable, type StoredEvent } from '../event-log/event-log.js';
import { EarlierDigests, LogChanged } from './earlier-digests.js';
import { leafOf, type MerkleTree } from './merkle.js';
import { tileSize, treeFile, type StoredTree } from './stored-tree.js';

/** The events after an ordinal, in bounded pages; an empty one at the end. */
export type ReadPage = (after: number) => readonly StoredEvent[] | Promise<readonly StoredEvent[]>;

export interface TreeHead {
  /** Events that were hashed. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** Keeps the tree of a log as it grows. */
export class TreeKeeper {
  private readonly tree: MerkleTree;
  private digests: EarlierDigests | null;
  private isChanged = false;
  private isRead = false;

  /** `dir`: where an earlier version left its digests. */
  constructor(
    private readonly stored: StoredTree,
    private readonly readPage: ReadPage,
    dir: string,
  ) {
    this.tree = stored.treeAt();
    this.digests = EarlierDigests.open(dir);
  }

  /**
   * Continues from the last position until the log’s end. Between pages it rests for as long as a page took. Rejects with LogChanged, once, when the log
   * is not what was hashed; from then on the hashes stay as they are: they are the evidence.
   */
  async keepUp(): Promise<TreeHead | null> {
    await this.compareEnd();
    for (let events = await this.next(); events.length > 0; events = await this.next()) {
      const startedAt = performance.now();
      this.add(events);
      await pause(performance.now() - startedAt);
    }
    if (this.isChanged) return null;
    this.digests = this.digests?.end(this.tree.size) ?? null;
    return { size: this.tree.size, root: this.tree.root() };
  }

  close(): void {
    this.digests?.close();
    this.stored.close();
  }

  private next(): readonly StoredEvent[] | Promise<readonly StoredEvent[]> {
    return this.isChanged ? [] : this.readPage(this.tree.size);
  }

  private add(events: readonly StoredEvent[]): void {
    const leaves: Buffer[] = [];
    for (const event of events) {
      if (event.ordinal !== this.tree.size + 1) this.fail(`Event ${this.tree.size + 1} is missing.`);
      const difference = this.digests?.differenceAt(event);
      if (difference) this.fail(difference);
      leaves.push(leafOf(event));
      this.tree.push(leaves.at(-1)!);
    }
    this.stored.append(leaves);
  }

  /** What was hashed last is compared once: a crash, or an edit while nothing ran, is most likely there. */
  private async compareEnd(): Promise<void> {
    if (this.isRead || this.isChanged) return;
    const { size } = this.tree;
    const { first, leaves } = this.stored.leavesAround(size);
    for (let ordinal = Math.max(first, size - tileSize); ordinal <= size;) {
      const events = await this.readPage(ordinal - 1);
      if (events.length === 0) this.fail(`The log ends with event ${ordinal - 1}, but it had ${size}: its end is missing.`);
      for (const event of events.filter((one) => one.ordinal <= size)) {
        if (event.ordinal !== ordinal || !leafOf(event).equals(leaves[ordinal - first]!)) this.fail(`Event ${ordinal} was changed.`);
        ordinal += 1;
      }
      if (events.at(-1)!.ordinal > size) break;
    }
    this.isRead = true;
  }

  private fail(problem: string): never {
    this.isChanged = true;
    throw new LogChanged(`${problem} The log is not what was written; run “tocsin doctor”.`);
  }
}

/** Throws LogUnavailable when the log ends before an event that it once contained. `isLogHere`: it lies in `dir`, beside its hashes. */
export const requireEnd = (stored: Pick<StoredTree, 'size'>, head: number, dir: string, isLogHere: boolean): void => {
  if (stored.size <= head) return;
  const [log, lost, away] = isLogHere
    ? [`The log in ${dir}`, ', perhaps the file log.db-wal', 'tree.db, side and views away']
    : ['The log', '', `${treeFile(dir)} and side away, and empty the PostgreSQL database`];
  throw new LogUnavailable(
    'not_applied',
    `${log} ends with event ${head}, but it had ${stored.size}: its end is missing${lost}. Put it back, or restore a backup. To continue without the ` +
      `missing events, move ${away}. Nothing was changed.`,
  );
};
