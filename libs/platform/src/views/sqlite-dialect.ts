import { setImmediate as nextTurn } from 'node:timers/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createTruncation } from './truncation.js';
import { RetryingSqlite, retryWhileBusy } from './retrying-sqlite.js';
import type { ViewDatabase, ViewTables } from './view-database.js';

// fewer, longer checkpoints of the write-ahead log, which has at most about 16 MB
const pragmas = ['journal_mode = WAL', 'synchronous = NORMAL', 'secure_delete = ON', 'cache_size = -16000', 'wal_autocheckpoint = 4000'];

/** In characters of SQL. A prepared statement takes about thirty bytes for each. */
const maxStatementCharacters = 512 * 1024;

/** Preparing costs more than running a small statement. SQLite re-prepares them when tables change. */
const cacheStatements = (database: Database.Database): SqliteDatabase => {
  const statements = new LRUCache<string, SqliteStatement>({
    maxSize: maxStatementCharacters,
    sizeCalculation: (_statement, text) => text.length,
  });
  return {
    close: () => database.close(),
    prepare: (text) => {
      let statement = statements.get(text);
      if (!statement) {
        statement = database.prepare(text);
        statements.set(text, statement);
      }
      return statement;
    },
  };
};

const connect = (database: Database.Database): Kysely<ViewTables> => new Kysely({ dialect: new RetryingSqlite(cacheStatements(database)) });

const emptyDatabase = (writer: Database.Database): void => {
  const [answer] = writer.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
  if (answer?.busy) throw Object.assign(new Error('another connection is writing to the views'), { code: 'SQLITE_BUSY' });
};

/**
 * Views in `<folder>/views.db`. One connection writes and another reads, so a list never waits for a save. Not synced at each commit: a power cut loses
 * the last rows together with the checkpoint, and they are built again. Another thread may open it too, for a rebuild: writers wait for each other
 * without blocking their event loops.
 */
export const openSqliteViews = (folder: string): ViewDatabase => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'views.db');
  const writer = new Database(file, { timeout: 0 });
  for (const pragma of pragmas) writer.pragma(pragma);
  const reader = new Database(file, { readonly: true });
  reader.pragma('cache_size = -16000');
  return {
    write: connect(writer),
    read: connect(reader),
    isAway: () => false,
    text: sql`text`,
    // takes less than 10 ms of this thread
    rowsPerSave: 100,
    beforeTables: null,
    keyIsTable: sql`without rowid`,
    canChooseIndexes: false,
    hideFromIndexes: (column) => sql`+${sql.ref(column)}`,
    rememberNoRows: async () => {},
    tidy: async () => {},
    empty: async (table) => {
      const step = createTruncation(writer, table);
      while ((await retryWhileBusy(step)) > 0) await nextTurn();
    },
    emptyLog: () => retryWhileBusy(() => emptyDatabase(writer)),
    close: async () => {
      reader.close();
      writer.close();
    },
  };
};
