import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { SubscriptionEvent } from './group-events.view.js';
import type { EventQueueRow } from './shared/queue-row.js';

/** Reads of decisions about subscriptions besides their own stream: memory, as of `readUpTo`. */
export interface EventReads extends GroupReads {
  /** With what each has to send. */
  readonly eventQueues: Rows<EventQueueRow>;
  /** In blocks of ordinals. */
  readonly groupEvents: Rows<readonly SubscriptionEvent[]>;
  readonly sendingSince: Rows<number>;
}

/** The part that decisions about groups do not read. */
export const subscriptionReads = (memory: MemoryRows): Pick<EventReads, 'eventQueues' | 'groupEvents' | 'sendingSince'> => ({
  eventQueues: memory.rows('eventQueues'),
  groupEvents: memory.rows('groupEvents'),
  sendingSince: memory.rows('sendingSince'),
});
