import type Database from 'better-sqlite3';
import { LastUses } from './side-store.js';

export const lastUseTable = 'CREATE TABLE IF NOT EXISTS last_uses (keyHash TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;';

export class SqliteLastUses extends LastUses {
  private unsavedUses = new Map<string, string>();
  private readonly read: Database.Statement<[string], string>;
  private readonly write: (uses: ReadonlyMap<string, string>) => void;

  constructor(db: Database.Database) {
    super();
    this.read = db.prepare<[string], string>('SELECT at FROM last_uses WHERE keyHash = ?').pluck();
    const insertUse = db.prepare<[string, string]>(
      'INSERT INTO last_uses VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)',
    );
    this.write = db.transaction((uses: ReadonlyMap<string, string>) => {
      for (const [keyHash, at] of uses) insertUse.run(keyHash, at);
    });
  }

  note(keyHash: string, at: string): void {
    const before = this.unsavedUses.get(keyHash);
    if (before === undefined || before < at) this.unsavedUses.set(keyHash, at);
  }

  of(keyHash: string): string | undefined {
    return this.unsavedUses.get(keyHash) ?? this.read.get(keyHash);
  }

  flush(): void {
    if (this.unsavedUses.size === 0) return;
    this.write(this.unsavedUses);
    this.unsavedUses = new Map();
  }
}
