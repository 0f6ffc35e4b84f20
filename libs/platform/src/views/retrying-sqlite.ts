import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type Driver, type SqliteDatabase } from 'kysely';
import { backOff } from '@tocsin/contracts/back-off.js';
import { waitForReal } from '../clock/wait.js';

const pauses = { first: 1, most: 8 };
const busyTimeout = 15_000; // ms

const isBusy = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

/**
 * Runs work when no other connection writes to the file. SQLite’s own waiting would block this thread’s event loop. Rejects with SQLITE_BUSY after 15 s.
 */
export const retryWhileBusy = async <T>(work: () => T | Promise<T>): Promise<T> => {
  const until = performance.now() + busyTimeout;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
    await waitForReal(backOff(failures, pauses));
  }
};

class RetryingDriver extends SqliteDriver {
  /** Takes the write lock at the start: a transaction that started with a read could not take it after another connection has written. */
  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return retryWhileBusy(() => connection.executeQuery(CompiledQuery.raw('begin immediate'))).then(() => undefined);
  }
}

/** For SQLite with a second writer in another thread: a rebuild. Every transaction writes. Open the database with `timeout: 0`. */
export class RetryingSqlite extends SqliteDialect {
  constructor(private readonly database: SqliteDatabase) {
    super({ database });
  }

  override createDriver(): Driver {
    return new RetryingDriver({ database: this.database });
  }
}
