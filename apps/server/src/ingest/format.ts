import { limits } from '@tocsin/contracts/limits.js';
import type { IntegrationKind } from '@tocsin/contracts/integration-kinds.js';
import type { RouteAnswer } from '@tocsin/contracts/routes/route.js';
import type { Signal } from '@tocsin/contracts/signals.js';

/**
 * `too_large`: longer than a body may be. `malformed`: not JSON. `unrecognized`: JSON, but no object of this kind. `missing_field`: see `field`. The door itself adds `unknown_key` and `throttled`.
 */
export type IngestRefusal = 'too_large' | 'malformed' | 'unrecognized' | 'missing_field' | 'unknown_key' | 'throttled';

export interface Refused {
  readonly ok: false;
  readonly refusal: IngestRefusal;
  /** The path of the field that is missing, as the sender names it: `payload.summary`. */
  readonly field?: string;
  /** Sentences for whoever reads the sender’s log. */
  readonly texts: readonly string[];
  /** When to come again, if throttled. */
  readonly seconds?: number;
}

export interface Taken {
  readonly ok: true;
  readonly signal: Signal;
  /** Where `signal.key` comes from: the sender, a hash of what was sent, or the new key that was handed in. */
  readonly keyFrom: 'sender' | 'hash' | 'new';
}

export type Normalised = Taken | Refused;

/** The alert group that is open under the key of a signal. */
export interface OpenAlert {
  readonly groupId: string;
  readonly number: number;
}

/** What goes back over HTTP. The body is a JSON value, never empty: some senders parse it without looking. */
export interface SenderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An address that a sender posts to. */
export interface Door {
  readonly methods: readonly ('POST' | 'PUT')[];
  /** Below any prefix; `:key` stands for the key of the integration. */
  readonly path: string;
  readonly says: string;
}

/** One wire format. Pure: a parsed body in, a signal or a refusal out; it never throws, whatever the JSON. */
export interface SenderFormat {
  readonly kind: IntegrationKind;
  /** The first one is shown to whoever connects it. */
  readonly doors: readonly Door[];
  /** As the reference tells of them; refusals of ours are told once for all doors. */
  readonly answers: readonly RouteAnswer[];
  /** Its senders put the key there: nobody can tell who sends before the body is read. */
  readonly keyInBody: boolean;
  /** The integration key inside the body, for senders that put it there; null when there is none. */
  keyIn(body: unknown): string | null;
  /** `newKey` becomes the key of a trigger that must be an alert of its own. */
  normalise(body: unknown, newKey: string): Normalised;
  /** Whether a form is read as the object that it means. */
  readonly takesForms?: true;
  /** `open`: before the signal is routed, as far as memory knows. */
  accepted(signal: Taken, open: OpenAlert | null): SenderAnswer;
  refused(refused: Refused): SenderAnswer;
}

/** What somebody sent who was to send an object: `an array`. */
export const kindOf = (body: unknown): string => (Array.isArray(body) ? 'an array' : body === null ? 'null' : `a ${typeof body}`);

/** Bytes of the largest body: of one whose sender is known before it is read, or of anybody’s. */
export const largestOf = ({ keyInBody }: Pick<SenderFormat, 'keyInBody'>): number =>
  keyInBody ? limits.unkeyedBodyBytes : limits.requestBodyBytes;

export const unrecognized = (...texts: string[]): Refused => ({ ok: false, refusal: 'unrecognized', texts });

export const missing = (field: string, ...texts: string[]): Refused => ({ ok: false, refusal: 'missing_field', field, texts });
