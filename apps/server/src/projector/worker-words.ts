import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { reasonOf } from '@tocsin/platform/reactor/faults.js';
import type { Checkpoint } from '@tocsin/platform/views/view-store.js';

/** Places in the shared state. `called`: the log has grown, and the thread has been told; `full`: what room the disk has is for the log. */
export const shared = { called: 0, full: 1, size: 2 } as const;

export type ProjectorAsked =
  | { readonly ask: 'look' }
  /** Answered `done` with the same number; `pause` says `holds` before, and holds until `resume`. */
  | { readonly ask: 'pause'; readonly n: number }
  | { readonly ask: 'forget'; readonly n: number }
  | { readonly ask: 'resume'; readonly n: number; readonly views: readonly string[] }
  | { readonly ask: 'stop' };

/** A row as JSON, `null` for one that was removed. */
export interface RowText {
  readonly view: string;
  readonly id: string;
  readonly ordinal: number;
  readonly json: string;
}

/** A view that threw at an event: what of it can be told between threads. */
export interface ViewFault {
  readonly view: string;
  readonly event: { readonly ordinal: number; readonly type: string };
  readonly reason: string;
}

export const toldFault = ({ view, event: { ordinal, type }, fault }: FoldFault): ViewFault => ({
  view,
  event: { ordinal, type },
  reason: reasonOf(fault),
});

export type ProjectorSays =
  | { readonly says: 'started'; readonly checkpoint: Checkpoint }
  | { readonly says: 'at'; readonly checkpoint: Checkpoint }
  | { readonly says: 'saved'; readonly checkpoint: Checkpoint; readonly rows: readonly RowText[] }
  | { readonly says: 'holds'; readonly n: number }
  | { readonly says: 'done'; readonly n: number }
  | ({ readonly says: 'fault' } & ViewFault)
  | { readonly says: 'trouble'; readonly message: string; readonly code: string | undefined };
