import type { EventLog } from '@tocsin/platform/event-log/event-log.js';

/** `again` is the log after a restart, or as it stands where there is nothing to restart. */
export type Check = (log: EventLog, again: () => Promise<EventLog>) => Promise<void>;
export type Says = (sentence: string, check: Check, timeoutMs?: number) => void;
