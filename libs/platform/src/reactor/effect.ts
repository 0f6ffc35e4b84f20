import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';

/** What became of one of several that one call was made for. */
export interface EachOutcome {
  /** The event that claimed it, and when. */
  readonly claimedBy: { readonly id: string; readonly at: string };
  readonly record: Message;
}

/** What became of an effect. `record` is the command that says so where the domain has words for it. */
export type EffectOutcome =
  | {
      readonly kind: 'done' | 'unneeded';
      readonly record?: Message;
      /** Of one call for several that were claimed: what it came to for each of them. */
      readonly each?: readonly EachOutcome[];
    }
  | {
      readonly kind: 'failed';
      /** What is recorded: never an address, nor what a provider said. */
      readonly reason: string;
      /** It may work when it is tried again; after so many milliseconds, where the other side says so. */
      readonly retry: boolean;
      readonly retryAfter?: number;
      readonly record?: Message;
    };

/**
 * What is done outside because of an event: a provider is called. Runs beside the loop. It may be done again after a crash, with the same
 * event: its id is the provider’s idempotency key. Nothing is recorded of one that answers nothing.
 */
export type Effect<E extends Recorded = Recorded> = (event: E) => Promise<EffectOutcome | void>;
