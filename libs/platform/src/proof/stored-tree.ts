import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MerkleTree } from './merkle.js';

/** Leaf hashes in one row. */
export const tileSize = 256;
const hashBytes = 32;

export const treeFile = (dir: string): string => join(dir, 'tree.db');

const schema = `
  CREATE TABLE IF NOT EXISTS tiles (n INTEGER PRIMARY KEY, leaves BLOB NOT NULL, root BLOB) STRICT;
  CREATE TABLE IF NOT EXISTS made (head INTEGER NOT NULL) STRICT;
`;

interface Tile {
  readonly n: number;
  readonly leaves: Buffer;
}

const hashAt = (hashes: Buffer, index: number): Buffer => hashes.subarray(index * hashBytes, (index + 1) * hashBytes);
const tree = (hashes: Iterable<Buffer>): MerkleTree => {
  const made = new MerkleTree();
  for (const leaf of hashes) made.push(leaf);
  return made;
};
const leavesOf = (tile: Buffer): readonly Buffer[] => Array.from({ length: tile.length / hashBytes }, (_, index) => hashAt(tile, index));

/**
 * `<log>/tree.db`: tiles of 256 leaf hashes, and the roots of full ones. Beside the log instead of in it, so that it shows when events are missing at the
 * log’s end. Written after the log, so it may be behind.
 */
export class StoredTree {
  private readonly statements;
  private lastTile: Tile;

  private constructor(private readonly db: Database.Database) {
    this.statements = {
      tile: db.prepare<[number], Buffer>('SELECT leaves FROM tiles WHERE n = ?').pluck(),
      last: db.prepare<[], Tile>('SELECT n, leaves FROM tiles ORDER BY n DESC LIMIT 1'),
      roots: db.prepare<[number, number], Buffer>('SELECT root FROM tiles WHERE n >= ? AND n < ? ORDER BY n').pluck(),
      madeAt: db.prepare<[], number>('SELECT head FROM made').pluck(),
    };
    this.lastTile = this.statements.last.get() ?? { n: 0, leaves: Buffer.alloc(0) };
  }

  /** Creates the file when it is missing. `head`: of the log by then; what it had before is hashed later than it was written. Throws SQLite’s error. */
  static open(dir: string, head = 0): StoredTree {
    mkdirSync(dir, { recursive: true });
    const db = new Database(treeFile(dir));
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
      db.prepare('INSERT INTO made SELECT ? WHERE NOT EXISTS (SELECT 1 FROM made)').run(head);
      return new StoredTree(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Read-only, beside the writer: as it is now. */
  static read(dir: string): StoredTree {
    return new StoredTree(new Database(treeFile(dir), { readonly: true, fileMustExist: true }));
  }

  /** The number of events. */
  get size(): number {
    return this.lastTile.n * tileSize + this.lastTile.leaves.length / hashBytes;
  }

  /** Up to this ordinal events were on the log before this file was made: their hashes show later changes only. */
  get madeAt(): number {
    return this.statements.madeAt.get() ?? 0;
  }

  /** The leaf hashes of the tile with this ordinal, from `first` on. */
  leavesAround(ordinal: number): { readonly first: number; readonly leaves: readonly Buffer[] } {
    const n = Math.floor((ordinal - 1) / tileSize);
    return { first: n * tileSize + 1, leaves: leavesOf(this.statements.tile.get(n) ?? Buffer.alloc(0)) };
  }

  /** The tree over the first `size` events. */
  treeAt(size = this.size): MerkleTree {
    const [full, rest] = [Math.floor(size / tileSize), size % tileSize];
    const made = new MerkleTree();
    for (const root of this.statements.roots.iterate(0, full)) made.push(root, tileSize);
    for (const leaf of rest === 0 ? [] : this.leavesAround(size).leaves.slice(0, rest)) made.push(leaf);
    if (made.size !== size) throw new Error(`the tree has no hashes of ${size} events`);
    return made;
  }

  /** The root over `count` events after this size, which is aligned to it. */
  subtree(after: number, count: number): Buffer {
    if (count < tileSize) return tree(this.leavesAround(after + 1).leaves.slice(after % tileSize, (after % tileSize) + count)).root();
    return tree(this.statements.roots.iterate(after / tileSize, (after + count) / tileSize)).root();
  }

  append(leaves: readonly Buffer[]): void {
    let { n, leaves: tile } = this.lastTile;
    const put = this.db.prepare('INSERT OR REPLACE INTO tiles VALUES (?, ?, ?)');
    this.db.transaction(() => {
      for (let from = 0; from < leaves.length;) {
        if (tile.length === tileSize * hashBytes) [n, tile] = [n + 1, Buffer.alloc(0)];
        const fresh = leaves.slice(from, from + tileSize - tile.length / hashBytes);
        tile = Buffer.concat([tile, ...fresh]);
        put.run(n, tile, tile.length === tileSize * hashBytes ? tree(leavesOf(tile)).root() : null);
        from += fresh.length;
      }
    })();
    this.lastTile = { n, leaves: tile };
  }

  close(): void {
    this.db.close();
  }
}
