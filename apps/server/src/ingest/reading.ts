import type { Signal } from '@tocsin/contracts/routing/signals.js';

/**
 * `too_large`: longer than allowed. `malformed`: not JSON. `unrecognized`: JSON, but not an object of this format. `missing_field`:
 * see `field`. The route itself adds `unknown_key`, `other_kind` (the key is that of an integration of another kind), `other_method` and
 * `throttled`.
 */
export type IngestRefusal =
  'too_large' | 'malformed' | 'unrecognized' | 'missing_field' | 'unknown_key' | 'other_kind' | 'other_method' | 'throttled';

export interface Refusal {
  readonly kind: 'refusal';
  readonly refusal: IngestRefusal;
  /** Path of the missing field, as the sender names it: `payload.summary`. */
  readonly field?: string;
  /** Sentences for people who read the sender’s log. */
  readonly texts: readonly string[];
  /** Seconds until a retry, if throttled. */
  readonly seconds?: number;
}

export interface SignalReading {
  readonly kind: 'signal';
  readonly signal: Signal;
  /** Source of `signal.key`: the sender, a hash of the content, or the new key that was passed in. */
  readonly keyFrom: 'sender' | 'hash' | 'new';
}

/** What an arrival says. Plain data: large bodies are read on another thread. */
export type Reading = SignalReading | Refusal;
