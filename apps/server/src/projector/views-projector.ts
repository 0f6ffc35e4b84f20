import type { Checkpoint } from '@tocsin/platform/views/view-store.js';

/** A committed row, as it is shown; `row()` is null when it was removed. Parsed on demand, because most rows have no subscribers. */
export interface ChangedRow {
  readonly view: string;
  readonly id: string;
  /** The ordinal of the event that changed it. */
  readonly ordinal: number;
  readonly row: () => unknown;
}

/** Called after rows were committed, for work that may be lost in a crash. */
export type SavedListener = (rows: readonly ChangedRow[], checkpoint: Checkpoint) => void;

/** Projects the log into rows, on any thread. */
export interface ViewsProjector {
  readonly position: Checkpoint;
  /** Keeps these views, starting from the store’s checkpoint. Rejects when it can’t start. */
  start(views: readonly string[]): Promise<void>;
  /** True once the views have read the event of this token; false when the time is over. */
  waitForToken(token: string, deadlineMs: number): Promise<boolean>;
  waitForOrdinal(ordinal: number, deadlineMs: number): Promise<boolean>;
  /**
   * Runs work while no event is applied. The work may move the checkpoint, and returns the names of the views from then on. Rejects with the work’s
   * error.
   */
  whilePaused(work: () => Promise<readonly string[]>): Promise<void>;
  /**
   * Takes things that were over before this out of the lists, if they are among the next few after an id. Returns the last of these, and null after all;
   * undefined if it failed, which was then reported.
   */
  unlist(before: string, after: string): Promise<string | null | undefined>;
  /** Resolves when no earlier decrypted data is in memory. */
  forget(): Promise<void>;
  /** Resolves when no write is running. Pending waits for a position return false. */
  stop(): Promise<void>;
}
