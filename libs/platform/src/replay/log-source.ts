import type { EventSource } from '@tocsin/kernel/replay/source.js';
import type { SqliteLogReads } from '../event-log/sqlite-log-reads.js';
import type { Decode } from '../feed/decoding.js';

/** Reads synchronously page by page: for a separate thread with its own connection. */
export const logSource = (log: Pick<SqliteLogReads, 'page' | 'one'>, decode: Decode): EventSource => ({
  after: (ordinal) => log.page(ordinal).map((storedEvent) => decode(storedEvent)),
  at: (ordinal) => {
    const storedEvent = log.one(ordinal);
    return storedEvent && decode(storedEvent);
  },
});
