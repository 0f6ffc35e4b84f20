import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import type { DiskReserve } from '@tocsin/platform/data-folder/disk-reserve.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { ResultStore } from '@tocsin/platform/side/result-store.js';
import type { Config } from '../config.js';
import type { LogTree } from './log-tree.js';

/** The log and the views of one profile. No other code knows which profile it is. */
export interface Stores {
  readonly log: EventLog;
  readonly store: SqlViewStore;
  /** Results of backtests: every server that takes over has them. */
  readonly results: ResultStore;
  /** Disk space reserved for the log; null where the log is on another machine. */
  readonly reserve: DiskReserve | null;
  /** Hashes that show that the log was not changed. */
  readonly tree: LogTree;
}

export interface StoreOptions {
  readonly config: Config;
  readonly folder: DataFolder;
  /** When this server began to start. */
  readonly started: string;
  /** Called when a damaged database was replaced by a new one. */
  readonly onReplaced: (sentence: string) => void;
}
