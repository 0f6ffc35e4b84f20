import { z } from 'zod';
import { contactKinds } from './contact-kinds.js';
import { urgency } from './contacts.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { id, instant } from './ids.js';
import { attemptReason, attemptRow, pageCause, pageRow, type attemptStates } from './pages.js';

/** A page, or a quiet message, to one person for one alert group, with every attempt. Id: the page’s. */
export const messageRow = pageRow.omit({ pageId: true }).extend({ id, groupId: id, urgency });
export type MessageRow = z.infer<typeof messageRow>;

type AttemptState = (typeof attemptStates)[number];

/** What became of an attempt, in the words of a filter. */
export const messageOutcomes = ['waiting', 'sent', 'delivered', 'failed', 'cancelled'] as const;
export type MessageOutcome = (typeof messageOutcomes)[number];

/** `sent`: a provider took it, and nothing says that it arrived. */
export const outcomeOfAttempt: Readonly<Record<AttemptState, MessageOutcome>> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  failed: 'failed',
  stale: 'failed',
  cancelled: 'cancelled',
};

/** One attempt, with what it was about: names are joined when it is shown. */
export const message = z.object({
  /** Of the attempt’s plan: the same from the first time it is shown to its end. */
  id,
  pageId: id,
  groupId: id,
  number: z.number().int(),
  title: z.string(),
  serviceId: id.nullable(),
  teamId: id.nullable(),
  personId: id,
  contactMethodId: id,
  channel: z.enum(contactKinds),
  urgency,
  /** Told once, without ringing. */
  quiet: z.boolean(),
  /** Why the person is paged. */
  cause: pageCause,
  /** Why this attempt was made. */
  because: attemptReason,
  /** 1, then retries of the same method. */
  n: attemptRow.shape.n,
  state: attemptRow.shape.state,
  outcome: z.enum(messageOutcomes),
  dueAt: instant,
  /** It waits to go out with others, until then at the latest. */
  bundledUntil: instant.optional(),
  throttled: attemptRow.shape.throttled,
  /** The message for several pages that it went out with. */
  bundleId: id.optional(),
  /** When it was handed to the provider. */
  startedAt: instant.nullable(),
  /** When it was sent, delivered or failed, whichever came last. */
  endedAt: instant.nullable(),
  reason: z.enum(deliveryReasonCodes).nullable(),
  /** What the provider said; null, too, where it is not the reader’s to see. */
  detail: z.string().nullable(),
  /** It went out or failed, and its page is still about an open alert group: it can be sent again. */
  resendable: z.boolean(),
});
export type Message = z.infer<typeof message>;

/** `GET /api/messages`: `next` goes on where this ends, also where a filter let nothing through; null: there is nothing more. */
export const messagesAnswer = z.object({ messages: z.array(message), next: z.string().nullable() });
export type MessagesAnswer = z.infer<typeof messagesAnswer>;

/** A receipt that takes this long is said with the time that it took. Milliseconds. */
const slow = 60_000;

/** How long after it was handed over an attempt was delivered, where that is worth saying; milliseconds. */
export function slowDelivery({ state, startedAt, endedAt }: Pick<Message, 'state' | 'startedAt' | 'endedAt'>): number | null {
  if (outcomeOfAttempt[state] !== 'delivered' || startedAt === null || endedAt === null) return null;
  const took = Date.parse(endedAt) - Date.parse(startedAt);
  return took >= slow ? took : null;
}

/** What the API answers at `GET /api/views/:view`, by the name of the view. */
export const messageViews = { messages: messageRow };
