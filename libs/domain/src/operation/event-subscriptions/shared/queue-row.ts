import type { ExistingSubscription, DuePlan } from '../state.js';

/** A subscription in memory, and the newest event that it may have to send. */
export interface EventQueueRow {
  readonly state: ExistingSubscription;
  readonly newest: (DuePlan & { readonly ordinal: number }) | null;
  /** The earliest next call while the receiver keeps up: events until then are sent together. */
  readonly notBefore: string;
}
