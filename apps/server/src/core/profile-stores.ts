import type { DiskReserve } from '@tocsin/platform/data-folder/disk-reserve.js';
import type { DigestKeeper } from '@tocsin/platform/event-log/digest-keeper.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { ResultStore } from '@tocsin/platform/side/result-store.js';

/** The log and the views of one profile. No other code knows which profile it is. */
export interface Stores {
  readonly log: EventLog;
  readonly store: SqlViewStore;
  /** Results of backtests: every server that takes over has them. */
  readonly results: ResultStore;
  /** Disk space reserved for the log; null where the log is on another machine. */
  readonly reserve: DiskReserve | null;
  /** Digests that show that the log was not changed; null where the log is on another machine. */
  readonly digests: DigestKeeper | null;
}
