import { LogUnavailable, type Appended } from './event-log.js';
import type { Source } from './follower.js';
import { SqliteLogReads } from './sqlite-log-reads.js';

/** How often a reader beside the writer looks for news, in milliseconds: nobody wakes it. */
const lookEvery = 50;

/** Reads a log that another process writes. */
export class SqliteReadOnlyLog extends SqliteLogReads {
  protected readonly source: Source = {
    next: (after) => ({ events: this.reader.page(after), recent: false }),
    onArrival: (call) => {
      const timer = setInterval(call, lookEvery);
      return () => clearInterval(timer);
    },
  };

  append(): Promise<Appended> {
    return Promise.reject(new LogUnavailable('not_applied', 'this log is open for reading only'));
  }
}
