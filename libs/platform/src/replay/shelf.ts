import { deserialize, serialize } from 'node:v8';
import Database from 'better-sqlite3';
import type { Shelf } from '@tocsin/kernel/replay/streams.js';

export interface DiskShelf extends Shelf {
  /** How many streams lie there. */
  readonly size: () => number;
  readonly close: () => void;
}

/**
 * States of streams in a temporary database of SQLite: in a file without a name once it outgrows its cache, gone when it is closed or its process
 * ends. A state is cloned as between threads: plain data, maps and sets.
 */
export const diskShelf = (): DiskShelf => {
  const database = new Database('');
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -8000');
  database.exec('CREATE TABLE shelf (stream TEXT PRIMARY KEY, folded BLOB NOT NULL) STRICT, WITHOUT ROWID; BEGIN');
  const put = database.prepare('INSERT INTO shelf VALUES (?, ?) ON CONFLICT DO UPDATE SET folded = excluded.folded');
  const get = database.prepare('SELECT folded FROM shelf WHERE stream = ?').pluck();
  const size = database.prepare('SELECT count(*) FROM shelf').pluck();
  return {
    put: (stream, folded) => void put.run(stream, serialize(folded)),
    get: (stream) => {
      const bytes = get.get(stream) as Buffer | undefined;
      return bytes && (deserialize(bytes) as unknown);
    },
    size: () => size.get() as number,
    close: () => database.close(),
  };
};
