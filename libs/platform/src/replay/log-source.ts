import type { EventSource } from '@tocsin/kernel/replay/source.js';
import type { SqliteLogReads } from '../event-log/sqlite-log-reads.js';
import type { Decode } from '../feed/decoding.js';

/** A log in SQLite, read piece by piece and at once: for a thread, and a connection, of its own. */
export const logSource = (log: Pick<SqliteLogReads, 'page' | 'one'>, decode: Decode): EventSource => ({
  after: (ordinal) => log.page(ordinal).map((stored) => decode(stored)),
  at: (ordinal) => {
    const stored = log.one(ordinal);
    return stored && decode(stored);
  },
});
