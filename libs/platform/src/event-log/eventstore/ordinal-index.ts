import type { Position } from './position.js';

/** An ordinal and the position of its event on the server. */
export interface Counted {
  readonly ordinal: number;
  readonly position: Position;
}

/** An event that gets the next ordinal. */
export interface ToCount {
  readonly id: string;
  readonly type: string;
  readonly position: Position;
}

/** Maps ordinals to positions. Derived from the server’s order, so it is the same on every node, and may be deleted and counted again. */
export abstract class OrdinalIndex {
  /** The last event that was counted; undefined before the first. */
  abstract readonly last: (Counted & { readonly id: string }) | undefined;
  /** Everything up to this position was read. */
  abstract readonly checkpoint: Position;
  /** Gives the next ordinals to these events and moves the checkpoint, atomically. Returns the first new ordinal. */
  abstract count(events: readonly ToCount[], checkpoint: Position): number;
  /** Undefined when there is no counted event at the position. */
  abstract ordinalAt(position: Position): number | undefined;
  /** Ascending from `ordinal` (exclusive); only these types, or all. */
  abstract after(ordinal: number, limit: number, types?: readonly string[]): readonly Counted[];
  /** Descending from `ordinal` (exclusive); only these types, or all. */
  abstract before(ordinal: number, limit: number, types?: readonly string[]): readonly Counted[];
  /** The counted ones of these ordinals, in log order. */
  abstract these(ordinals: readonly number[]): readonly Counted[];
  abstract close(): void;
}
