import type { Position } from './position.js';

/** An ordinal and the position of its event on the server. */
export interface CountedEvent {
  readonly ordinal: number;
  readonly position: Position;
}

/** An event that gets the next ordinal. */
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
  /** Ascending from `ordinal` (exclusive); only these types, or all. */
  abstract after(ordinal: number, limit: number, types?: readonly string[]): readonly CountedEvent[];
  /** Descending from `ordinal` (exclusive); only these types, or all. */
  abstract before(ordinal: number, limit: number, types?: readonly string[]): readonly CountedEvent[];
  /** The counted ones of these ordinals, in log order. */
  abstract entriesOf(ordinals: readonly number[]): readonly CountedEvent[];
  abstract close(): void;
}
