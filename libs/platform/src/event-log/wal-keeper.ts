import type Database from 'better-sqlite3';

/** Pages of the write-ahead log. SQLite itself checkpoints at 10,000, inside a commit: the keeper comes before that, outside one. */
const whenIdle = 1000;
const atTheLatest = 8000;

/** Pages that a commit costs besides its bytes: the index, the tables’ last leaves, the names. */
const pagesOfACommit = 4;
const charactersOfAPage = 3000;

/** Moves what was written from the write-ahead log into the file between groups, after the answers have gone out. */
export class WalKeeper {
  private pages = 0;

  constructor(private readonly database: Database.Database) {}

  committed(characters: number): void {
    this.pages += pagesOfACommit + characters / charactersOfAPage;
  }

  /** Throws nothing: what can’t be moved now is moved the next time. */
  between(idle: boolean): void {
    if (this.pages < (idle ? whenIdle : atTheLatest)) return;
    this.pages = 0;
    try {
      this.database.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // the events are safe in the write-ahead log; a disk in trouble shows itself at the next commit
    }
  }
}
