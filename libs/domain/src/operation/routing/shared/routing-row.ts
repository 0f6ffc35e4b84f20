import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** The router’s progress: the state of its stream, and its revision. */
export interface RoutingRow {
  readonly revision: number;
  readonly state: RoutingState;
  /** The ordinal of the last signal on the log, which may not be routed yet. */
  readonly received: number;
}

/** A signal, and how far it has been routed: '' for not at all. */
export type SkippedSignal = NonNullable<FactOf<'SignalsRouted'>['part']>;

export interface RoutingState {
  /** Every signal up to this ordinal has been routed. */
  readonly upTo: number;
  /** The next signal, and how far it has been routed; null: not at all. */
  readonly part: NonNullable<FactOf<'SignalsRouted'>['part']> | null;
  readonly nextNumber: number;
  /** Earlier signals that could not be processed, the oldest first: they are routed when they are retried. */
  readonly passedOver: readonly SkippedSignal[];
  /** Alert groups recently requested by hand: they may not be open yet, but their ids are taken. */
  readonly asked: readonly string[];
}
