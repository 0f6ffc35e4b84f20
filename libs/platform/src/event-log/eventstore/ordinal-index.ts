import type { Position } from './position.js';

/** An ordinal and where its event stands on the server. */
export interface Counted {
  readonly ordinal: number;
  readonly position: Position;
}

/** An event that is to get the next ordinal. */
export interface ToCount {
  readonly id: string;
  readonly type: string;
  readonly position: Position;
}

/**
 * Which ordinal stands where. It is counted from the server’s own order, so it comes out the same on every node, and may be thrown
 * away and counted again.
 */
export abstract class OrdinalIndex {
  /** The last event that was counted; undefined before the first. */
  abstract readonly last: (Counted & { readonly id: string }) | undefined;
  /** Everything up to here was looked at. */
  abstract readonly checkpoint: Position;
  /** Gives the next ordinals to these events and moves the checkpoint, both or neither. Answers the first of the new ordinals. */
  abstract count(events: readonly ToCount[], checkpoint: Position): number;
  /** Undefined for a place where no counted event stands. */
  abstract ordinalAt(position: Position): number | undefined;
  /** Upwards from `ordinal` (exclusive); only these types, or all. */
  abstract after(ordinal: number, limit: number, types?: readonly string[]): readonly Counted[];
  /** Downwards from `ordinal` (exclusive); only these types, or all. */
  abstract before(ordinal: number, limit: number, types?: readonly string[]): readonly Counted[];
  /** Those of these that were counted, in log order. */
  abstract these(ordinals: readonly number[]): readonly Counted[];
  abstract close(): void;
}
