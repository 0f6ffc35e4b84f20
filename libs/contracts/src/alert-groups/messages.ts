import { z } from 'zod';
import { contactKinds } from '../contacts/kinds.js';
import { urgency } from '../contacts/events.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { id, instant } from '../ids.js';
import { attemptReason, attemptRow, pageCause, pageRow, type attemptStates } from './pages.js';

/** A page, or a quiet message, to one person for one alert group, with every attempt. Id: the page’s. */
export const messageRow = pageRow.omit({ pageId: true }).extend({ id, groupId: id, urgency });
export type MessageRow = z.infer<typeof messageRow>;

type AttemptState = (typeof attemptStates)[number];

/** Outcomes of attempts that can be filtered by. */
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

/** One attempt, with its subject: names are joined when it is shown. */
export const message = z.object({
  /** Id of the planned attempt: constant for its whole life. */
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
  /** Notified once, without a sound. */
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
  /** Latest time until which it waits to be bundled. */
  bundledUntil: instant.optional(),
  throttled: attemptRow.shape.throttled,
  waitsForNumber: attemptRow.shape.waitsForNumber,
  /** The message for several pages that it went out with. */
  bundleId: id.optional(),
  /** When it was handed to the provider. */
  startedAt: instant.nullable(),
  /** When it was sent, delivered or failed, whichever came last. */
  endedAt: instant.nullable(),
  reason: z.enum(deliveryReasonCodes).nullable(),
  /** Response of the provider; also null if the reader may not see it. */
  detail: z.string().nullable(),
  /** Whether it can be resent: it was sent or failed, and its page belongs to an open alert group. */
  resendable: z.boolean(),
});
export type Message = z.infer<typeof message>;

/** `GET /api/messages`: `next` continues after this page, even if a filter matched nothing; null: the end. */
export const messagesAnswer = z.object({ messages: z.array(message), next: z.string().nullable() });
export type MessagesAnswer = z.infer<typeof messagesAnswer>;

/** Milliseconds after which a receipt is shown with its duration. */
const slow = 60_000;

/** Time from sending to delivery of an attempt in milliseconds, if it is long enough to mention. */
export function slowDelivery({ state, startedAt, endedAt }: Pick<Message, 'state' | 'startedAt' | 'endedAt'>): number | null {
  if (outcomeOfAttempt[state] !== 'delivered' || startedAt === null || endedAt === null) return null;
  const durationMs = Date.parse(endedAt) - Date.parse(startedAt);
  return durationMs >= slow ? durationMs : null;
}

/** Response rows by view name. */
export const messageViews = { messages: messageRow };
