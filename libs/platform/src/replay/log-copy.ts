import type Database from 'better-sqlite3';
import type { EventLog, StoredEvent } from '../event-log/event-log.js';
import { openTemporaryDatabase } from './temporary-database.js';

const eventsPerPage = 500;

/** A log, or its beginning, that can be read synchronously. */
export interface LogCopy {
  /** Bounded in number. */
  readonly page: (after: number) => readonly StoredEvent[];
  readonly one: (ordinal: number) => StoredEvent | undefined;
  readonly close: () => void;
}

/** Copies a log unchanged up to an ordinal into a temporary database in this folder. Throws when the log is shorter. */
export const copyOf = async (
  log: Pick<EventLog, 'readAll'>,
  upTo: number,
  folder: string,
  onCopied: (ordinal: number) => void = () => {},
): Promise<LogCopy> => {
  const database = openTemporaryDatabase(folder);
  database.exec('CREATE TABLE events (ordinal INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT; BEGIN');
  try {
    await fill(database, log, upTo, onCopied);
  } catch (error) {
    database.close();
    throw error;
  }
  const select = 'SELECT event FROM events WHERE ordinal';
  const next = database.prepare(`${select} > ? ORDER BY ordinal LIMIT ${eventsPerPage}`).pluck();
  const one = database.prepare(`${select} = ?`).pluck();
  return {
    page: (after) => (next.all(after) as string[]).map(parseStoredEvent),
    one: (ordinal) => {
      const eventText = one.get(ordinal) as string | undefined;
      return eventText === undefined ? undefined : parseStoredEvent(eventText);
    },
    close: () => database.close(),
  };
};

const parseStoredEvent = (text: string): StoredEvent => JSON.parse(text) as StoredEvent;

const fill = async (
  database: Database.Database,
  log: Pick<EventLog, 'readAll'>,
  upTo: number,
  onCopied: (ordinal: number) => void,
): Promise<void> => {
  const insert = database.prepare('INSERT INTO events VALUES (?, ?)');
  for (let after = 0; after < upTo;) {
    const events = await log.readAll({ after, limit: eventsPerPage });
    const last = events.at(-1);
    if (!last) throw new Error(`the log ends after event ${after}, and ${upTo} were to be read`);
    for (const event of events) if (event.ordinal <= upTo) insert.run(event.ordinal, JSON.stringify(event));
    after = last.ordinal;
    onCopied(Math.min(after, upTo));
  }
};
