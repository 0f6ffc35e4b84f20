import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { FollowedRow } from './followed-row.js';

export interface FollowerReads extends GroupReads {
  /** Services that have followers, with what these are to be told. */
  readonly followedServices: Rows<FollowedRow>;
  readonly sendingSince: Rows<number>;
}

/** The part that decisions about groups do not read. */
export const followerReads = (memory: MemoryRows): Pick<FollowerReads, 'followedServices'> => ({
  followedServices: memory.rows('followedServices'),
});
