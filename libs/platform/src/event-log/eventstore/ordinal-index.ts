import type { Position } from './position.js';

export interface CountedEvent {
  readonly ordinal: number;
  readonly position: Position;
}

export interface UncountedEvent {
  readonly id: string;
  readonly type: string;
  readonly position: Position;
}

/** Maps ordinals to positions. Derived from the server’s order, so it is the same on every node, and may be deleted and counted again. */
export abstract class OrdinalIndex {
  /** The last event that was counted; undefined before the first. */
  abstract readonly last: (CountedEvent & { readonly id: string }) | undefined;
  /** Everything up to this position was read. */
  abstract readonly checkpoint: Position;
  /** Gives the next ordinals to these events and moves the checkpoint, atomically. Returns the first new ordinal. */
  abstract count(events: readonly UncountedEvent[], checkpoint: Position): number;
  /** Undefined when there is no counted event at the position. */
  abstract ordinalAt(position: Position): number | undefined;
  /** Ascending from `ordinal` (exclusive). */
  abstract after(ordinal: number, limit: number, types?: readonly string[]): readonly CountedEvent[];
  /** Descending from `ordinal` (exclusive). */
  abstract before(ordinal: number, limit: number, types?: readonly string[]): readonly CountedEvent[];
  /** Those of these ordinals that were counted, in log order. */
  abstract entriesOf(ordinals: readonly number[]): readonly CountedEvent[];
  abstract close(): void;
}
