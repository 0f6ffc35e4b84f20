import type { Message } from '../decide/decider.js';
import type { MemoryRows } from '../rows/memory-rows.js';

/** Something to be done outside whose outcome is not on the log. */
export interface OpenEffect {
  /** Of the event that asks for it. */
  readonly type: string;
  readonly ordinal: number;
  /** After this instant nobody needs it any more; null: whenever it is done, it is needed. */
  readonly expiresAt: string | null;
}

/** How an effect ended that has no outcome of its own. `unneeded`: nothing was to be done. `expired`: it was not done in time. */
export interface EffectEnd {
  /** The id of the row of memory that it was open by. */
  readonly about: string;
  /** The event that asked for it: its id and its type. */
  readonly askedBy: string;
  readonly type: string;
  readonly outcome: 'done' | 'unneeded' | 'expired';
}

/** What a domain says of the effects that must be done at least once. */
export interface TrackedEffects {
  /** The types of event that ask for one. */
  readonly types: readonly string[];
  /** A view of memory, and the effects that are open by each of its rows. */
  readonly view: string;
  /** Of the streams of what they are about. */
  readonly category: string;
  readonly open: (row: never) => readonly OpenEffect[];
  /** What was asked for up to this ordinal is never begun again: outcomes were not recorded yet. */
  readonly since: (memory: MemoryRows) => number;
  /** The command that records an end. The fact that it makes names the asking event as its cause. */
  readonly end: (end: EffectEnd) => Message;
}
