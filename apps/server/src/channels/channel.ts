import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { MessagePreview } from '@tocsin/contracts/alert-groups/previews.js';
import type { Charge } from '@tocsin/contracts/contacts/charges.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { ContactMethodAddress } from '../deliveries/contact-method.js';
import type { NoteKind, Notes } from '../deliveries/notes.js';
import type { InboundModule } from './inbound.js';
import type { Polls } from './polls.js';

export type ChannelOutcome =
  | { readonly ok: true; readonly state: 'sent' | 'delivered'; readonly providerId: string | null; readonly charge?: Charge }
  | {
      readonly ok: false;
      readonly reason: DeliveryReason;
      readonly detail: string;
      readonly retry: boolean;
      /** Milliseconds. */ readonly retryAfter?: number;
    };

export type Preview = Omit<MessagePreview, 'channel'>;

/** Limits of one call. */
export interface Call {
  /** A hard limit in milliseconds. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** How to say each kind of note: pure. A kind left out is not sent by this channel. */
export type Rendering<Body> = {
  readonly [K in Exclude<NoteKind, 'page' | 'bundle'>]?: (note: Notes[K]) => Body;
} & { readonly page: (note: Notes['page']) => Body; readonly bundle: (note: Notes['bundle']) => Body };

/** One way to reach a person, as its folder declares it. `Body` is what goes to the provider, complete but for address and secrets. */
export interface ChannelModule<Body> {
  readonly kind: ContactKind;
  readonly render: Rendering<Body>;
  /** What its person sees of a body. Pure. */
  readonly preview: (body: Body) => Preview;
  /** `sent`: a provider accepted the message; `delivered`: it arrived. A failure of the other side is an outcome, never an exception. */
  readonly send: (body: Body, to: ContactMethodAddress, call: Call) => Promise<ChannelOutcome>;
  /** For each of its providers. Left out: nothing comes back but by the page’s link. */
  readonly inbound?: readonly InboundModule[];
  /** Of kinds that are `askedAbout`. */
  readonly polls?: Polls;
  readonly erase?: Erasing;
  /** Ends what still rings. */
  readonly hangUp?: Erasing;
}

/** A message that its provider still has. */
export interface SentCopy {
  readonly providerId: string;
  readonly sentAt: string;
  /** The connection that it was charged to; null: unknown. */
  readonly connectionId: string | null;
}

/** Deletes a copy at the provider, by the id that it gave. `ok`: it is there no more. Null, or left out: the provider deletes nothing. */
export type Erasing = (copy: SentCopy, call: Call) => Promise<ChannelOutcome | null>;

/** A channel as all others use it: what is previewed is what would be sent, because both are rendered here. */
export interface Channel {
  readonly kind: ContactKind;
  readonly canSend: (kind: NoteKind) => boolean;
  readonly preview: <K extends 'page' | 'bundle'>(kind: K, note: Notes[K]) => Preview;
  /** Throws for a kind that it can’t send. */
  readonly deliver: <K extends NoteKind>(kind: K, note: Notes[K], to: ContactMethodAddress, call: Call) => Promise<ChannelOutcome>;
  readonly inbound?: readonly InboundModule[];
  readonly polls?: Polls;
  readonly erase?: Erasing;
  readonly hangUp?: Erasing;
}

export const createChannel = <Body>({ kind, render, preview, send, inbound, polls, erase, hangUp }: ChannelModule<Body>): Channel => {
  const renderNote = <K extends NoteKind>(of: K, note: Notes[K]): Body => {
    // the compiler can’t see that key and value of the table belong together
    const renderIt = render[of] as ((note: Notes[K]) => Body) | undefined;
    if (!renderIt) throw new Error(`${kind} sends no ${of}`);
    return renderIt(note);
  };
  return {
    kind,
    canSend: (of) => render[of] !== undefined,
    preview: (of, note) => preview(renderNote(of, note)),
    deliver: async (of, note, to, call) => send(renderNote(of, note), to, call),
    ...(inbound ? { inbound } : {}),
    ...(polls ? { polls } : {}),
    ...(erase ? { erase } : {}),
    ...(hangUp ? { hangUp } : {}),
  };
};

export const erasedOutcome: ChannelOutcome = { ok: true, state: 'delivered', providerId: null };

export const failedOutcome = (reason: DeliveryReason, detail: string, isRetryable: boolean): ChannelOutcome => ({
  ok: false,
  reason,
  detail,
  retry: isRetryable,
});

/** Turns a failed call into its outcome; a bug stays an exception. What the provider may have taken has an unknown outcome: it counts as a message. */
export const outcomeOf = async (call: () => Promise<ChannelOutcome>): Promise<ChannelOutcome> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof OutgoingFailed)) throw error;
    return failedOutcome(error.isPerhapsDone ? 'delivery.outcome_unknown' : error.reason, error.detail, error.retry);
  }
};
