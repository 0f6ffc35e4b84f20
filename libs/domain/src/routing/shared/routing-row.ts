import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** Where the router stands: the state of its stream, and the revision that made it. */
export interface RoutingRow {
  readonly revision: number;
  readonly state: RoutingState;
}

/** A signal, and how far it has been routed: '' for not at all. */
export type PassedOver = NonNullable<FactOf<'SignalsRouted'>['part']>;

export interface RoutingState {
  /** Every signal up to this ordinal has been routed. */
  readonly upTo: number;
  /** The signal after those, and how far it has been routed; null: not at all. */
  readonly part: NonNullable<FactOf<'SignalsRouted'>['part']> | null;
  readonly nextNumber: number;
  /** Signals before that which could not be processed, the oldest first: they are routed when they are tried again. */
  readonly passedOver: readonly PassedOver[];
  /** Alert groups that were asked for by hand of late: they may not be there yet, and their ids are taken. */
  readonly asked: readonly string[];
}
