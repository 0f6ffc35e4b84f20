import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';

export interface EachOutcome {
  /** The claiming event, and its time. */
  readonly claimedBy: { readonly id: string; readonly at: string };
  readonly record: Message;
}

/** `record`: the command that records the outcome, if the domain has one. */
export type EffectOutcome =
  | {
      readonly kind: 'done' | 'unneeded';
      readonly record?: Message;
      readonly each?: readonly EachOutcome[];
    }
  | {
      readonly kind: 'failed';
      /** Recorded: never contains an address or a provider’s text. */
      readonly reason: string;
      /** `retryAfter`: in milliseconds, if the other side gives a delay. */
      readonly retry: boolean;
      readonly retryAfter?: number;
      readonly record?: Message;
    };

/**
 * A call to a provider. Runs beside the reactor’s loop. May run again after a crash, with the same event, whose id is the provider’s idempotency key. An
 * effect that returns nothing is not recorded.
 */
export type Effect<E extends Recorded = Recorded> = (event: E) => Promise<EffectOutcome | void>;
