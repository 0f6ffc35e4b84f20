import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';

/** Why the log can’t be written, from the last failed append; null while it can. */
export const logTroubleOf = (log: EventLog): string | null => (log instanceof SqliteEventLog ? log.trouble : null);
