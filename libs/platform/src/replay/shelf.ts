import { deserialize, serialize } from 'node:v8';
import Database from 'better-sqlite3';
import type { Shelf } from '@tocsin/kernel/replay/shelved-map.js';

export interface DiskShelf extends Shelf {
  /** The number of values. */
  readonly size: () => number;
  readonly close: () => void;
}

/**
 * States of streams and other named values in a temporary SQLite database: once it outgrows its cache it is an unnamed file, which
 * disappears when it is closed or the process ends. Values are cloned as between threads: plain data, maps and sets.
 */
export const diskShelf = (): DiskShelf => {
  const database = new Database('');
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -8000');
  database.exec('CREATE TABLE shelf (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID; BEGIN');
  const put = database.prepare('INSERT INTO shelf VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const get = database.prepare('SELECT value FROM shelf WHERE key = ?').pluck();
  const size = database.prepare('SELECT count(*) FROM shelf').pluck();
  return {
    put: (key, value) => void put.run(key, serialize(value)),
    get: (key) => {
      const bytes = get.get(key) as Buffer | undefined;
      return bytes && (deserialize(bytes) as unknown);
    },
    size: () => size.get() as number,
    close: () => database.close(),
  };
};
