import { limits } from '@tocsin/contracts/limits.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { z } from 'zod';

/**
 * `too_large`: longer than allowed. `malformed`: not JSON. `unrecognized`: JSON, but not an object of this format. `missing_field`:
 * see `field`. The route itself adds `unknown_key`, `other_kind` (the key is that of an integration of another kind), `other_method` and
 * `throttled`.
 */
export type IngestRefusal =
  'too_large' | 'malformed' | 'unrecognized' | 'missing_field' | 'unknown_key' | 'other_kind' | 'other_method' | 'throttled';

export interface SignalRefusal {
  readonly ok: false;
  readonly refusal: IngestRefusal;
  /** Path of the missing field, as the sender names it: `payload.summary`. */
  readonly field?: string;
  /** Sentences for people who read the sender’s log. */
  readonly texts: readonly string[];
  /** Seconds until a retry, if throttled. */
  readonly seconds?: number;
}

export interface AcceptedSignal {
  readonly ok: true;
  readonly signal: Signal;
  /** Source of `signal.key`: the sender, a hash of the content, or the new key that was passed in. */
  readonly keyFrom: 'sender' | 'hash' | 'new';
}

export type NormaliseResult = AcceptedSignal | SignalRefusal;

/** The open alert group with a signal’s key. */
export interface OpenAlert {
  readonly groupId: string;
  readonly number: number;
}

/** The HTTP answer. The body is a JSON value, never empty, because some senders parse it unconditionally. */
export interface SenderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An address that a sender posts to. */
export interface SenderEndpoint {
  readonly methods: readonly ('POST' | 'PUT')[];
  /** Below any prefix; `:key` is the integration’s key. */
  readonly path: string;
  readonly says: string;
}

/** An answer in the reference. */
export interface FormatAnswer {
  readonly status: number;
  readonly says: string;
  /** The JSON in it, and the name that this has in the OpenAPI document. */
  readonly shape: { readonly name: string; readonly schema: z.ZodType };
}

/** One wire format. Pure: takes a parsed body, returns a signal or a refusal, and never throws, whatever the JSON. */
export interface SenderFormat {
  readonly kind: IntegrationKind;
  /** The first one is shown in set-up instructions. */
  readonly endpoints: readonly SenderEndpoint[];
  /** For the reference; our own refusals are described once for all routes. */
  readonly answers: readonly FormatAnswer[];
  /** The key is inside the body, so the sender is unknown until the body is read. */
  readonly keyInBody: boolean;
  /** The integration key inside the body; null when there is none. */
  keyIn(body: unknown): string | null;
  /** `newKey` is the key of a trigger that must become a separate alert. */
  normalise(body: unknown, newKey: string): NormaliseResult;
  /** Whether form data is accepted, parsed as an object. */
  readonly takesForms?: true;
  /** `open`: from memory, before the signal is routed. */
  answerAccepted(signal: AcceptedSignal, open: OpenAlert | null): SenderAnswer;
  answerRefused(refused: SignalRefusal): SenderAnswer;
}

/** The type of a body that should have been an object: `an array`. */
export const kindOf = (body: unknown): string => (Array.isArray(body) ? 'an array' : body === null ? 'null' : `a ${typeof body}`);

/** The largest body in bytes; less for formats whose sender is unknown until the body is read. */
export const largestOf = ({ keyInBody }: Pick<SenderFormat, 'keyInBody'>): number =>
  keyInBody ? limits.unkeyedBodyBytes : limits.requestBodyBytes;

export const refuseUnrecognized = (...texts: string[]): SignalRefusal => ({ ok: false, refusal: 'unrecognized', texts });

export const refuseMissing = (field: string, ...texts: string[]): SignalRefusal => ({ ok: false, refusal: 'missing_field', field, texts });
