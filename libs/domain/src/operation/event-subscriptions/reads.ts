import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { GroupEvent } from './group-events.view.js';

/** Reads of decisions about subscriptions besides their own stream: memory, as of `readUpTo`. */
export interface EventReads extends GroupReads {
  /** In blocks of ordinals. */
  readonly groupEvents: Rows<readonly GroupEvent[]>;
  readonly sendingSince: Rows<number>;
}

/** The part that decisions about groups do not read. */
export const subscriptionReads = (memory: MemoryRows): Omit<EventReads, keyof GroupReads> => ({
  groupEvents: memory.rows('groupEvents'),
  sendingSince: memory.rows('sendingSince'),
});
