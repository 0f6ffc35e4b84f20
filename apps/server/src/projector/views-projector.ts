import type { Checkpoint } from '@tocsin/platform/views/view-store.js';

/** A row that was committed, as it is shown; `row()` null: removed. It is parsed when it is asked for: where nobody watches, nobody asks. */
export interface ChangedRow {
  readonly view: string;
  readonly id: string;
  /** The ordinal of the event that changed it. */
  readonly ordinal: number;
  readonly row: () => unknown;
}

/** Told after rows were committed: what may be lost hangs on it. */
export type SavedListener = (rows: readonly ChangedRow[], checkpoint: Checkpoint) => void;

/** What follows the log and keeps rows, wherever it runs. */
export interface ViewsProjector {
  /** How far the views have come. */
  readonly position: Checkpoint;
  /** Keeps these views from where the store stands on. Rejects when it can’t begin. */
  start(views: readonly string[]): Promise<void>;
  /** True once the views have seen the event of this token; false when that many milliseconds have passed. */
  reached(token: string, deadlineMs: number): Promise<boolean>;
  reachedOrdinal(ordinal: number, deadlineMs: number): Promise<boolean>;
  /** Runs work while nothing is applied; it may move the checkpoint, and answers views that are kept from then on. Rejects with what it throws. */
  paused(work: () => Promise<readonly string[]>): Promise<void>;
  /** Resolves when nothing that was decrypted before is held any more. */
  forget(): Promise<void>;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}
