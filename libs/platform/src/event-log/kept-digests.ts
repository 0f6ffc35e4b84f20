import { join } from 'node:path';
import Database from 'better-sqlite3';
import { digestEvery } from './log-digest.js';

export interface KeptDigest {
  /** Of all events up to this ordinal. */
  readonly upTo: number;
  readonly digest: Buffer;
}

export const digestsName = 'digests.db';
export const digestsFile = (dir: string): string => join(dir, digestsName);

const table = 'CREATE TABLE IF NOT EXISTS digests (upTo INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT';

/**
 * `<log>/digests.db`: one for each thousand events, and one for the last. Beside the log, not in it, so that it also knows what has gone from
 * the log’s end. It is written after the log is, and may be behind.
 */
export class KeptDigests {
  private readonly statements;

  private constructor(private readonly db: Database.Database) {
    this.statements = {
      all: db.prepare<[number], KeptDigest>('SELECT upTo, digest FROM digests WHERE upTo > ? ORDER BY upTo LIMIT 1000'),
      last: db.prepare<[], KeptDigest>('SELECT upTo, digest FROM digests ORDER BY upTo DESC LIMIT 1'),
      lastWhole: db.prepare<[], KeptDigest>(`SELECT upTo, digest FROM digests WHERE upTo % ${digestEvery} = 0 ORDER BY upTo DESC LIMIT 1`),
    };
  }

  /** Makes the file where there is none. Throws SQLite’s error. */
  static open(dir: string): KeptDigests {
    const db = new Database(digestsFile(dir));
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${table}`);
      return new KeptDigests(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Beside the one who writes. */
  static read(dir: string): KeptDigests {
    return new KeptDigests(new Database(digestsFile(dir), { readonly: true, fileMustExist: true }));
  }

  /** In order, the next ones after an ordinal. */
  after(ordinal: number): readonly KeptDigest[] {
    return this.statements.all.all(ordinal);
  }
  get last(): KeptDigest | undefined {
    return this.statements.last.get();
  }
  get lastWhole(): KeptDigest | undefined {
    return this.statements.lastWhole.get();
  }

  /** They take the place of the one at the end that stood in the middle of a thousand. */
  put(digests: readonly KeptDigest[]): void {
    const forget = this.db.prepare(`DELETE FROM digests WHERE upTo % ${digestEvery} <> 0`);
    const put = this.db.prepare('INSERT OR REPLACE INTO digests VALUES (?, ?)');
    this.db.transaction(() => {
      forget.run();
      for (const { upTo, digest } of digests) put.run(upTo, digest);
    })();
  }

  close(): void {
    this.db.close();
  }
}
