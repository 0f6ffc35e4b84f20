import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const ending = '.tmp';

/**
 * A SQLite database in a file of this folder whose name is removed at once: its space is free again when it is closed or the process ends. SQLite’s own
 * temporary files are in /tmp, which may be memory. Without a journal, because a journal needs the file’s name: after a failed write it can’t be used any
 * more.
 */
export const openTemporaryDatabase = (folder: string): Database.Database => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${randomUUID()}${ending}`);
  const database = new Database(file);
  try {
    rmSync(file);
    // only this mode accepts “OFF”, and without it SQLite refuses to write to a file that has no name
    database.unsafeMode(true);
    database.pragma('journal_mode = OFF');
    database.unsafeMode(false);
    database.pragma('synchronous = OFF');
    database.pragma('cache_size = -8000');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Removes files whose process ended between creating them and removing their name. */
export const removeTemporaryDatabases = (folder: string): void => {
  for (const name of readdirSync(folder)) if (name.endsWith(ending)) rmSync(join(folder, name), { force: true });
};
