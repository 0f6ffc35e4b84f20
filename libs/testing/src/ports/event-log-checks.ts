import type { EventLog } from '@tocsin/platform/event-log/event-log.js';

/** `again` returns the log after a restart, or unchanged if there is nothing to restart. */
export type Check = (log: EventLog, restart: () => Promise<EventLog>) => Promise<void>;
export type StatesCheck = (sentence: string, check: Check, timeoutMs?: number) => void;
