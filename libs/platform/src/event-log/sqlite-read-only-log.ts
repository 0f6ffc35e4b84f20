import type Database from 'better-sqlite3';
import { LogUnavailable, type AppendResult } from './event-log.js';
import type { Wait } from '../clock/wait.js';
import type { Source } from './follower.js';
import { SqliteLogReads } from './sqlite-log-reads.js';

/** Calls back whenever the writer may have written more. Returns a function that unsubscribes. */
export type Arrivals = (call: () => void) => () => void;

/** In milliseconds, without notifications. */
const pollInterval = 50;
const pollForEvents: Arrivals = (call) => {
  const timer = setInterval(call, pollInterval);
  return () => clearInterval(timer);
};

export class SqliteReadOnlyLog extends SqliteLogReads {
  protected readonly source: Source;

  constructor(database: Database.Database, wait?: Wait, arrivals: Arrivals = pollForEvents) {
    super(database, wait);
    this.source = { next: (after) => ({ events: this.reader.page(after), isRecent: false }), onArrival: arrivals };
  }

  append(): Promise<AppendResult> {
    return Promise.reject(new LogUnavailable('not_applied', 'this log is open for reading only'));
  }
}
