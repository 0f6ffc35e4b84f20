import { EventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';

/** Why the log can’t be written, from the last failed append; null while it can. */
export const logTroubleOf = (log: EventLog): string | null => (log instanceof SqliteEventLog ? log.trouble : null);

/** Number of times the subscription to EventStoreDB was dropped and resumed; null on the embedded profile. */
export const subscriptionDropsOf = (log: EventLog): number | null => (log instanceof EventStoreLog ? log.stats().subscriptionDrops : null);
