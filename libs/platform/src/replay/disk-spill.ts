import { deserialize, serialize } from 'node:v8';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
import { openTemporaryDatabase } from './temporary-database.js';

export interface DiskSpill extends SpillStore {
  readonly size: () => number;
  readonly close: () => void;
}

/** In a temporary database in this folder. Values are cloned as between threads: plain data, maps and sets. */
export const createDiskSpill = (folder: string): DiskSpill => {
  const database = openTemporaryDatabase(folder);
  database.exec('CREATE TABLE shelf (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID; BEGIN');
  const insertValue = database.prepare('INSERT INTO shelf VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const get = database.prepare('SELECT value FROM shelf WHERE key = ?').pluck();
  const size = database.prepare('SELECT count(*) FROM shelf').pluck();
  return {
    put: (key, value) => void insertValue.run(key, serialize(value)),
    get: (key) => {
      const bytes = get.get(key) as Buffer | undefined;
      return bytes && (deserialize(bytes) as unknown);
    },
    size: () => size.get() as number,
    close: () => database.close(),
  };
};
