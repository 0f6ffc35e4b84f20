import type Database from 'better-sqlite3';
import { RefusedUses, type RefusedUse } from './side-store.js';

export const refusedUseTable =
  'CREATE TABLE IF NOT EXISTS refused_uses (keyHash TEXT PRIMARY KEY, times INTEGER NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;';

export class SqliteRefusedUses extends RefusedUses {
  private unsavedUses = new Map<string, RefusedUse>();
  private readonly read: Database.Statement<[string], RefusedUse>;
  private readonly write: (uses: ReadonlyMap<string, RefusedUse>) => void;

  constructor(db: Database.Database) {
    super();
    this.read = db.prepare<[string], RefusedUse>('SELECT times, at FROM refused_uses WHERE keyHash = ?');
    const insertUse = db.prepare<[string, number, string]>(
      'INSERT INTO refused_uses VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET times = times + excluded.times, at = max(at, excluded.at)',
    );
    this.write = db.transaction((uses: ReadonlyMap<string, RefusedUse>) => {
      for (const [keyHash, { times, at }] of uses) insertUse.run(keyHash, times, at);
    });
  }

  note(keyHash: string, at: string): void {
    this.unsavedUses.set(keyHash, addUses(this.unsavedUses.get(keyHash), { times: 1, at }));
  }

  of(keyHash: string): RefusedUse | undefined {
    const [savedUse, unsavedUse] = [this.read.get(keyHash), this.unsavedUses.get(keyHash)];
    return unsavedUse ? addUses(savedUse, unsavedUse) : savedUse;
  }

  flush(): void {
    if (this.unsavedUses.size === 0) return;
    this.write(this.unsavedUses);
    this.unsavedUses = new Map();
  }
}

const addUses = (before: RefusedUse | undefined, more: RefusedUse): RefusedUse =>
  before ? { times: before.times + more.times, at: before.at > more.at ? before.at : more.at } : more;
