import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { ScheduleNoticesRow } from './schedule-notices.js';

export interface NoticeReads extends GroupReads {
  /** Schedules, with what is to be told of them. */
  readonly scheduleNotices: Rows<ScheduleNoticesRow>;
  readonly sendingSince: Rows<number>;
}

/** The part that decisions about groups do not read. */
export const noticeReads = (memory: MemoryRows): Pick<NoticeReads, 'scheduleNotices'> => ({
  scheduleNotices: memory.rows('scheduleNotices'),
});
