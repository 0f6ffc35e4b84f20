import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { groupReads, type GroupReads } from '../alert-groups/reads.js';
import type { OpenGroup } from '../alert-groups/views/groups.view.js';
import type { GroupEvent } from './group-events.view.js';

/** What decisions about subscriptions read besides their own stream: memory, as of `readUpTo`. */
export interface EventReads extends GroupReads {
  readonly groups: Rows<OpenGroup>;
  /** In blocks of ordinals. */
  readonly groupEvents: Rows<readonly GroupEvent[]>;
  readonly sendingSince: Rows<number>;
}

export const eventReads = (memory: MemoryRows): EventReads => ({
  ...groupReads(memory),
  groups: memory.rows('groups'),
  groupEvents: memory.rows('groupEvents'),
  sendingSince: memory.rows('sendingSince'),
});
