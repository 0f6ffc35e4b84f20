import type { EventLog } from '@tocsin/platform/event-log/event-log.js';

/** `again` returns the log after a restart, or unchanged if there is nothing to restart. */
export type Check = (log: EventLog, again: () => Promise<EventLog>) => Promise<void>;
export type Says = (sentence: string, check: Check, timeoutMs?: number) => void;
