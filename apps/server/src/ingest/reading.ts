import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { PingKind } from '@tocsin/contracts/heartbeats/pings.js';
import type { AppliedMapping } from '@tocsin/contracts/mappings/noun.js';
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

export interface NamedResponder {
  readonly kind: 'person' | 'team' | 'schedule';
  /** An id, a name, or an e-mail address. */
  readonly name: string;
  /** A person who is to have it. */
  readonly assigns?: true;
}

/** A message that its sender signed with a key whose certificate it names. */
export interface SignedMessage {
  readonly text: string;
  /** Base64. */
  readonly signature: string;
  /** Null: unknown. */
  readonly algorithm: 'RSA-SHA1' | 'RSA-SHA256' | null;
  /** Null: not at an address of the sender. */
  readonly certificate: string | null;
}

export interface SignalReading {
  readonly kind: 'signal';
  readonly signal: Signal;
  /** Source of `signal.key`: the sender, a hash of the content, or the new key that was passed in. */
  readonly keyFrom: 'sender' | 'hash' | 'new';
  /** The alert is named by something else than its key, which is looked up; without such an alert nothing is recorded. */
  readonly of?: AlertRef;
  /** Who is named in an act: people, teams and schedules as the sender knows them, which are looked up. */
  readonly who?: readonly NamedResponder[];
  /** Checked before it is recorded. */
  readonly signed?: SignedMessage;
  /** An address of the sender, which is called once to confirm that messages are wanted. */
  readonly confirms?: string;
  /** Its interface, where the format has several with other answers. */
  readonly via?: string;
  /** By which it was read. */
  readonly mapping?: AppliedMapping;
}

/** A heartbeat among those of an integration, by either of these. */
export interface HeartbeatRef {
  /** What was said: the other is looked for where there is none. */
  readonly by: 'slug' | 'name';
  readonly slug: string;
  readonly name: string;
}
/** What a heartbeat gets that a request makes. */
export type MadeHeartbeat = Partial<Pick<FactOf<'HeartbeatCreated'>, 'schedule' | 'urgency'>>;

/** A job says how it goes. */
export interface PingReading {
  readonly kind: 'ping';
  /** Null: the key is its own. */
  readonly heartbeat: HeartbeatRef | null;
  /** Null: it only makes the heartbeat. */
  readonly state: PingKind | null;
  readonly exitStatus: number | null;
  readonly runId: string | null;
  readonly output: string | null;
  /** It makes a heartbeat where there is none. */
  readonly makes?: MadeHeartbeat;
  /** Its interface, where the format has several with other answers. */
  readonly via?: string;
}
/** `ambiguous`: two heartbeats have the name. */
export type PingOutcome = 'taken' | 'created' | 'not_found' | 'ambiguous';

/** An alert that the same integration sent. `id` is derived from its key; `number` is that of its group. */
export interface AlertRef {
  readonly by: 'key' | 'id' | 'number';
  readonly value: string;
}

/** Which of its alerts a sender lists: what is in the text, by state, a page at a time. */
export interface AlertFilter {
  readonly isOpen?: boolean;
  readonly isAcknowledged?: boolean;
  /** In the words of the alert, in any case. */
  readonly text?: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly oldestFirst?: boolean;
}

/** A question: answered from memory, and not recorded. */
export type LookupReading =
  | { readonly kind: 'lookup'; readonly of: 'alerts'; readonly only?: AlertFilter; readonly via?: string }
  | { readonly kind: 'lookup'; readonly of: 'alert'; readonly alert: AlertRef; readonly via?: string }
  | { readonly kind: 'lookup'; readonly of: 'request'; readonly requestId: string }
  /** Null: all of the integration. */
  | { readonly kind: 'lookup'; readonly of: 'heartbeats'; readonly heartbeat: HeartbeatRef | null };

/** It is accepted, changes nothing, and is not recorded: a report of a change, a status that is no news, the set-up of the sender. */
export interface NothingReading {
  readonly kind: 'nothing';
  /** The alert that it is about, for clients that ask whether it was open. */
  readonly of?: AlertRef;
  readonly via?: string;
}
export const nothing: NothingReading = { kind: 'nothing' };

/** What an arrival says. Plain data: large bodies are read on another thread. */
export type Reading = SignalReading | PingReading | LookupReading | NothingReading | Refusal;
