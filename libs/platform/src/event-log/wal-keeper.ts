import type Database from 'better-sqlite3';

/** In pages of the write-ahead log. SQLite itself checkpoints at 10,000, inside a commit: the keeper does it earlier, outside one. */
const whenIdle = 1000;
const atTheLatest = 8000;

/** Besides the pages for its bytes: the index, the last leaves of the tables, the names. */
const pagesOfACommit = 4;
const charactersOfAPage = 3000;

/** Checkpoints the write-ahead log between groups of appends, after they were answered. */
export class WalKeeper {
  private pages = 0;

  constructor(private readonly database: Database.Database) {}

  noteCommit(characters: number): void {
    this.pages += pagesOfACommit + characters / charactersOfAPage;
  }

  /** Never throws: after a failure, the next call tries again. */
  keepBetweenGroups(isIdle: boolean): void {
    if (this.pages < (isIdle ? whenIdle : atTheLatest)) return;
    this.pages = 0;
    try {
      this.database.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // the events are safe in the write-ahead log; a failing disk is reported by the next commit
    }
  }
}
