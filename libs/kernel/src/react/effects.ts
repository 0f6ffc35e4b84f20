import type { Message } from '../decide/decider.js';
import type { MemoryRows } from '../rows/memory-rows.js';

/** An effect outside the log (a mail, a push) whose outcome is not recorded yet. */
export interface OpenEffect {
  readonly type: string;
  readonly ordinal: number;
  /** After this instant the effect is no longer needed; null: it never expires. */
  readonly expiresAt: string | null;
}

/** How an effect without an outcome event of its own ended. `unneeded`: there was nothing to do. `expired`: not done in time. */
export interface EffectEnd {
  /** The id of the memory row that listed it as open. */
  readonly about: string;
  /** The id of the requesting event. */
  readonly askedBy: string;
  readonly type: string;
  readonly outcome: 'done' | 'unneeded' | 'expired';
}

export interface TrackedEffects {
  readonly types: readonly string[];
  readonly view: string;
  /** The category of the rows’ streams. */
  readonly category: string;
  readonly open: (row: never) => readonly OpenEffect[];
  /** Effects of this type requested up to this ordinal are never started again: outcomes were not recorded at that time. */
  readonly pendingSince: (memory: MemoryRows, type: string) => number;
  /** The command that records an end. Its fact names the requesting event as its cause. */
  readonly end: (end: EffectEnd) => Message;
}
