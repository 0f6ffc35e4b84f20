import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isDamaged } from '../data-folder/machine-errors.js';
import { LogUnavailable } from './event-log.js';
import { troubleOf } from './sqlite-errors.js';

/** Names are interned, because random text in an index costs more than the sync. `data` and `meta` are last, so that filters skip them. */
const schema = `
  CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS types (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    ordinal INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type_id INTEGER NOT NULL,
    v INTEGER NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    meta TEXT NOT NULL,
    UNIQUE (stream_id, revision)
  ) STRICT;
  -- who reads a few kinds of event must not go through all the others
  CREATE INDEX IF NOT EXISTS events_by_type ON events (type_id);
`;

const fileOf = (dir: string): string => join(dir, 'log.db');

/** Opens or creates `<dir>/log.db` for the single writer. Throws LogUnavailable when it is damaged, otherwise SQLite’s error. */
export const openToWrite = (dir: string): Database.Database => {
  mkdirSync(dir, { recursive: true });
  const database = new Database(fileOf(dir));
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('wal_autocheckpoint = 10000');
    database.pragma('cache_size = -16000');
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw isDamaged(error) ? troubleOf(error) : error;
  }
};

/** Opens it beside the writer, which may be another process. Throws LogUnavailable when there is none. */
export const openToRead = (dir: string): Database.Database => {
  if (!existsSync(fileOf(dir))) throw new LogUnavailable('not_applied', `there is no log in ${dir}`);
  return new Database(fileOf(dir), { readonly: true });
};
