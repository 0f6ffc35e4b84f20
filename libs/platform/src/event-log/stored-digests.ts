import { join } from 'node:path';
import Database from 'better-sqlite3';
import { digestInterval } from './log-digest.js';

export interface StoredDigest {
  /** Covers all events up to this ordinal. */
  readonly upTo: number;
  readonly digest: Buffer;
}

export const digestsName = 'digests.db';
export const digestsFile = (dir: string): string => join(dir, digestsName);

const table = 'CREATE TABLE IF NOT EXISTS digests (upTo INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT';

/**
 * `<log>/digests.db`: one digest for each thousand events, and one for the last. Beside the log instead of in it, so that it shows when events are
 * missing at the log’s end. Written after the log, so it may be behind.
 */
export class StoredDigests {
  private readonly statements;

  private constructor(private readonly db: Database.Database) {
    this.statements = {
      all: db.prepare<[number], StoredDigest>('SELECT upTo, digest FROM digests WHERE upTo > ? ORDER BY upTo LIMIT 1000'),
      last: db.prepare<[], StoredDigest>('SELECT upTo, digest FROM digests ORDER BY upTo DESC LIMIT 1'),
      lastWhole: db.prepare<[], StoredDigest>(
        `SELECT upTo, digest FROM digests WHERE upTo % ${digestInterval} = 0 ORDER BY upTo DESC LIMIT 1`,
      ),
    };
  }

  /** Creates the file when it is missing. Throws SQLite’s error. */
  static open(dir: string): StoredDigests {
    const db = new Database(digestsFile(dir));
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${table}`);
      return new StoredDigests(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Read-only, beside the writer. */
  static read(dir: string): StoredDigests {
    return new StoredDigests(new Database(digestsFile(dir), { readonly: true, fileMustExist: true }));
  }

  after(ordinal: number): readonly StoredDigest[] {
    return this.statements.all.all(ordinal);
  }
  get last(): StoredDigest | undefined {
    return this.statements.last.get();
  }
  get lastWhole(): StoredDigest | undefined {
    return this.statements.lastWhole.get();
  }

  /** Replaces the last digest if it covered an incomplete thousand. */
  put(digests: readonly StoredDigest[]): void {
    const forget = this.db.prepare(`DELETE FROM digests WHERE upTo % ${digestInterval} <> 0`);
    const insertDigest = this.db.prepare('INSERT OR REPLACE INTO digests VALUES (?, ?)');
    this.db.transaction(() => {
      forget.run();
      for (const { upTo, digest } of digests) insertDigest.run(upTo, digest);
    })();
  }

  close(): void {
    this.db.close();
  }
}
