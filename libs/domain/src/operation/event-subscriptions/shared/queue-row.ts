import type { ExistingSubscription } from '../state.js';
import type { DuePlan } from '../../../rules/due-plan.js';

/** A subscription in memory, and the newest event that it may have to send. */
export interface EventQueueRow {
  readonly state: ExistingSubscription;
  readonly newest: (DuePlan & { readonly ordinal: number }) | null;
  /** Handoffs whose people are to be posted. */
  readonly duty?: (DuePlan & { readonly scheduleIds: readonly string[] }) | undefined;
  /** When steps and routes last called it, the newest last: a channel has as many messages a minute as people read. */
  readonly called?: readonly string[];
  /** The earliest next call while the receiver keeps up: events until then are sent together. */
  readonly notBefore: string;
}
