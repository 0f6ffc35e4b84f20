import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DataFolderInUse } from './data-folder-refused.js';

const holderOf = (file: string): string => {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; startedAt: string };
    return `process ${holder.pid}, started ${holder.startedAt}`;
  } catch {
    return 'a process that is just starting';
  }
};

/**
 * Lets one process at a time use a data folder. The lock is SQLite’s lock on `lock.db`: the operating system releases it whenever the process dies, so no
 * process id has to be interpreted (in a container it is always the same). The file `lock` tells people which process holds it.
 */
export class FolderLock {
  private constructor(
    private readonly db: Database.Database,
    private readonly file: string,
  ) {}

  /** Throws DataFolderInUse, which names the process, when another one holds it. */
  static take(folder: string): FolderLock {
    const file = join(folder, 'lock');
    const db = new Database(join(folder, 'lock.db'), { timeout: 0 });
    try {
      // taking the lock writes nothing, so it works on a full disk
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by ${holderOf(file)}. Stop that process first, or choose another folder.`,
        { cause: error },
      );
    }
    return new FolderLock(db, file);
  }

  sign(now: string): void {
    writeFileSync(this.file, `${JSON.stringify({ pid: process.pid, startedAt: now })}\n`, { mode: 0o600 });
  }

  /** Null when nobody holds the lock. Changes nothing. */
  static readHolder(folder: string): string | null {
    const db = new Database(join(folder, 'lock.db'), { timeout: 0, readonly: true });
    try {
      db.prepare('SELECT count(*) FROM sqlite_master').get();
      return null;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
      return holderOf(join(folder, 'lock'));
    } finally {
      db.close();
    }
  }

  release(): void {
    if (!this.db.open) return;
    rmSync(this.file, { force: true });
    this.db.close();
  }
}
