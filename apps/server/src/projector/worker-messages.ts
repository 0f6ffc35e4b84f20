import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { reasonOf } from '@tocsin/platform/reactor/faults.js';
import type { Checkpoint } from '@tocsin/platform/views/view-store.js';

/** Indexes in the shared state. `called`: the log has grown, and the thread was notified; `full`: the remaining disk space is for the log. */
export const sharedIndexes = { called: 0, full: 1, size: 2 } as const;

export type ProjectorRequest =
  | { readonly ask: 'look' }
  /** Answered by `done` with the same number. `pause` is answered by `holds` first, and lasts until `resume`. */
  | { readonly ask: 'pause'; readonly n: number }
  | { readonly ask: 'forget'; readonly n: number }
  | { readonly ask: 'unlist'; readonly n: number; readonly before: string; readonly after: string }
  | { readonly ask: 'resume'; readonly n: number; readonly views: readonly string[] }
  | { readonly ask: 'stop' };

/** A row as JSON; `null` for a removed one. */
export interface RowText {
  readonly view: string;
  readonly id: string;
  readonly ordinal: number;
  readonly json: string;
}

/** A view that threw at an event, in a form that can be sent between threads. */
export interface ViewFault {
  readonly view: string;
  readonly event: { readonly ordinal: number; readonly type: string };
  readonly reason: string;
}

export const viewFaultOf = ({ view, event: { ordinal, type }, fault }: FoldFault): ViewFault => ({
  view,
  event: { ordinal, type },
  reason: reasonOf(fault),
});

export type ProjectorReply =
  | { readonly kind: 'started'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'at'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'saved'; readonly checkpoint: Checkpoint; readonly rows: readonly RowText[] }
  | { readonly kind: 'holds'; readonly n: number }
  /** `after`: of `unlist`, unless it failed. */
  | { readonly kind: 'done'; readonly n: number; readonly after?: string | null }
  | ({ readonly kind: 'fault' } & ViewFault)
  | { readonly kind: 'trouble'; readonly message: string; readonly code: string | undefined };
