import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';

/** The outcome of one of several claims that share a call. */
export interface EachOutcome {
  /** The event that claimed it, and its time. */
  readonly claimedBy: { readonly id: string; readonly at: string };
  readonly record: Message;
}

/** The outcome of an effect. `record` is the command that records it, if the domain has one. */
export type EffectOutcome =
  | {
      readonly kind: 'done' | 'unneeded';
      readonly record?: Message;
      /** For one call with several claims: the outcome of each. */
      readonly each?: readonly EachOutcome[];
    }
  | {
      readonly kind: 'failed';
      /** The recorded reason: never an address, nor a provider’s text. */
      readonly reason: string;
      /** Whether a retry may help; the delay in milliseconds, if the other side gives one. */
      readonly retry: boolean;
      readonly retryAfter?: number;
      readonly record?: Message;
    };

/**
 * The external effect of an event: a call to a provider. Runs beside the reactor’s loop. May run again after a crash, with the same
 * event, whose id is the provider’s idempotency key. An effect that returns nothing is not recorded.
 */
export type Effect<E extends Recorded = Recorded> = (event: E) => Promise<EffectOutcome | void>;
