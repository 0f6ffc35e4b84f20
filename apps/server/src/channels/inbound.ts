import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { PageAct } from '@tocsin/contracts/alert-groups/page-link.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';

/** A request of a provider. Its body is the text that came, because signatures are over it. */
export interface ProviderRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it was called, from `/api/channels/` on, with its query: it may be signed too. */
  readonly path: string;
  readonly body: string;
}

interface Requested {
  /** For the answer: `#1042 Disk is full`. */
  readonly about?: string;
  /** The provider’s id of the request: repeated, it has no second effect. */
  readonly key?: string;
}

/**
 * What came back about a message. It names the message by the secret of its page’s link, which the message carried: that is its credential, so it acts as
 * the person who was paged, by their permission now.
 */
export type InboundAct = { readonly secret: string } & (
  | { readonly kind: 'receipt'; readonly attemptId: string; readonly receipt: 'delivered' | 'read' }
  /** A failure of what the provider had accepted. */
  | { readonly kind: 'failure'; readonly attemptId: string; readonly reason: DeliveryReason; readonly detail: string }
  | ({ readonly kind: 'act'; readonly act: 'acknowledge' | 'answer' | 'pass_on' } & Requested)
  | ({ readonly kind: 'resolve' } & Requested)
  | { readonly kind: 'reply'; readonly text: string }
);
/** The owner of a number wants no more messages or calls there: everybody’s contact method with it ends. */
interface StopOfNumber {
  readonly kind: 'stop';
  readonly method: ContactKind;
  readonly number: string;
  readonly detail: string;
  /** When it was said, by a list that is read again: whoever verified the number after that has it back. Absent: it has just come. */
  readonly at?: string;
}
/** `says`: nothing is done, only answered. */
export type Inbound = InboundAct | StopOfNumber | { readonly kind: 'says'; readonly says: string };

export type InboundResult = 'done' | 'not_understood' | RefusalCode;

/** What a channel takes back from its provider, by `POST /api/channels/<kind>` and below it. */
export interface InboundModule {
  /** In place of the kind. */
  readonly at?: string;
  /** A GET is a call as well: plain gateways know no other. Its path has a secret that nothing else has. */
  readonly isCalledByGet?: true;
  /** What is called: the address of the channel, for replies, and one below it for each message, with its secret and id. */
  readonly paths: readonly ('' | '/:secret/:message' | '/:connection/:mac' | '/:connection/:mac/:secret/:message')[];
  /** Whether the provider itself sent it; `now` in seconds since 1970. */
  readonly verify: (request: ProviderRequest, now: number) => boolean;
  /** Null: it can’t be read. Providers repeat requests, so every act is one that may be repeated. */
  readonly read: (request: ProviderRequest) => readonly Inbound[] | null | Promise<readonly Inbound[] | null>;
  /** The body of the answer, which the provider shows to whoever acted. */
  readonly answer: (
    results: readonly InboundResult[],
    inbound: readonly Inbound[],
  ) => { readonly contentType: string; readonly body: string };
}

const words: readonly (readonly [RegExp, 'acknowledge' | 'answer'])[] = [
  [/^a(?:ck(?:nowledged?)?)?$/, 'acknowledge'],
  [/^seen$/, 'answer'],
];

/** The first line of a reply as an act; null: it is none. Signs around the word don’t matter. */
const actOfReply = (text: string): PageAct | null => {
  const [line = ''] = text.trim().split('\n');
  const word = line.toLowerCase().replace(/[^a-z]+/g, '');
  const act = words.find(([pattern]) => pattern.test(word))?.[1];
  return act ? { act } : null;
};

type OfPageLink = Exclude<InboundAct, { readonly kind: 'failure' | 'resolve' }>;

/** The act by the page’s link; null: a reply that is none. */
export const pageActOf = (inbound: OfPageLink): PageAct | null => {
  if (inbound.kind === 'reply') return actOfReply(inbound.text);
  if (inbound.kind === 'act') return { act: inbound.act };
  return { act: 'receipt', attemptId: inbound.attemptId, receipt: inbound.receipt };
};
