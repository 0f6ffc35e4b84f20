import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const tablesOf = (db: Database.Database): ReadonlySet<string> =>
  new Set(db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all());

/** Deletes a person’s sessions and stored answers from a side store of any version that is not open. Throws SQLite’s error when it is in use. */
const forgetInFile = (file: string, personId: string): void => {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('secure_delete = ON');
    const tables = tablesOf(db);
    if (tables.has('sessions')) db.prepare('DELETE FROM sessions WHERE personId = ?').run(personId);
    if (tables.has('kept_answers')) db.prepare('DELETE FROM kept_answers WHERE actor = ?').run(`person:${personId}`);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
};

/** The same in every copy under `backups`: they must not contain devices and addresses of an erased person. */
export const forgetInCopies = (backups: string, personId: string): void => {
  for (const name of existsSync(backups) ? readdirSync(backups) : []) {
    const file = join(backups, name, 'side', 'side.db');
    if (existsSync(file)) forgetInFile(file, personId);
  }
};
