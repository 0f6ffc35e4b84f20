import { limits } from '@tocsin/contracts/limits.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { z } from 'zod';
import type { PingOutcome, Reading, Refusal } from './reading.js';
import type { FoundHeartbeat } from './pings.js';
import type { FoundAlert, FoundAlerts, FoundRequest } from './sent-alerts.js';

export type SenderMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The HTTP answer. A body is never empty, because some senders parse it unconditionally; a text is sent as it is. */
export interface SenderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An address of a sender. */
export interface SenderRoute {
  readonly methods: readonly SenderMethod[];
  /** Those of them that a mapping alone reads: an answer 405 does not name them. */
  readonly mappedMethods?: readonly SenderMethod[];
  /** Below any prefix; `:key` is the integration’s key, `:name+` one or more segments. */
  readonly path: string;
  readonly says: string;
  /**
   * `json`: anything else is malformed. `form`: JSON, or a form, parsed as an object. `fields`: also a multipart form and XML. `any`: JSON, else its
   * text: for bodies that say nothing that is needed.
   */
  readonly body: 'json' | 'form' | 'fields' | 'any';
  /** Where they are others than the format’s. */
  readonly answers?: readonly FormatAnswer[];
}

/** An answer in the reference. */
export interface FormatAnswer {
  readonly status: number;
  readonly says: string;
  /** The JSON in it, and the name that this has in the OpenAPI document. */
  readonly shape?: { readonly name: string; readonly schema: z.ZodType };
  /** Content types of an answer that is no JSON. */
  readonly types?: readonly string[];
}

/** What of a request a format reads: without its key, and without headers, which may hold it. */
export interface Arrival {
  readonly method: SenderMethod;
  /** The path of its route. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** As the route takes it; an empty text when there is none. */
  readonly body: unknown;
  /** For senders that say until when an alert fires. */
  readonly receivedAt: string;
}

/** The open alert group with a signal’s key. */
export interface OpenAlert {
  readonly groupId: string;
  readonly number: number;
}

/** What became of a reading, for the answer. */
export interface ReadingResult {
  readonly requestId: string;
  /** From memory, before the signal is routed. */
  readonly open: OpenAlert | null;
  /** What a lookup found. */
  readonly alert?: FoundAlert | undefined;
  readonly request?: FoundRequest | undefined;
  readonly alerts?: FoundAlerts | undefined;
  readonly heartbeats?: readonly FoundHeartbeat[];
  /** What became of a ping. */
  readonly ping?: PingOutcome;
}

/** Where the key is when it is neither in the path nor in the header `Authorization`: in one of these fields of the body, or in the query. */
export type KeyPlace = { readonly body: readonly string[] } | { readonly query: string };

/** One wire format. Pure: `read` never throws, whatever the arrival. `Said`: the readings that it has beside refusals. */
export interface SenderFormat<Said extends Reading = Reading> {
  readonly kind: IntegrationKind;
  /** The first one is shown in set-up instructions. */
  readonly routes: readonly SenderRoute[];
  /** For the reference; our own refusals are described once for all routes. */
  readonly answers: readonly FormatAnswer[];
  readonly keyIn: KeyPlace;
  /** Its clients ask what became of a request: the newest are kept. */
  readonly keepsRequests?: true;
  /** The key of a heartbeat opens it, too. */
  readonly takesPings?: true;
  /** `newKey` is the key of a trigger that must become a separate alert. */
  read(arrival: Arrival, newKey: string): Said | Refusal;
  answer(reading: Said | Refusal, result: ReadingResult): SenderAnswer;
}

/** Whether the sender is unknown until the body is read. */
export const isKeyInBody = ({ keyIn }: Pick<SenderFormat, 'keyIn'>): boolean => 'body' in keyIn;

/** The largest body in bytes; less for formats whose sender is unknown until the body is read. */
export const largestOf = (format: Pick<SenderFormat, 'keyIn'>): number =>
  isKeyInBody(format) ? limits.unkeyedBodyBytes : limits.requestBodyBytes;

/** The type of a body that should have been an object: `an array`. */
export const kindOf = (body: unknown): string => (Array.isArray(body) ? 'an array' : body === null ? 'null' : `a ${typeof body}`);

export const refuse = (refusal: Refusal['refusal'], more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refusal',
  refusal,
  texts: [],
  ...more,
});
export const refuseUnrecognized = (...texts: string[]): Refusal => refuse('unrecognized', { texts });
export const refuseMissing = (field: string, ...texts: string[]): Refusal => refuse('missing_field', { field, texts });
