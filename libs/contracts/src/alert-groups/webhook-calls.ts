import { z } from 'zod';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { id, instant } from '../ids.js';
import { event } from '../message.js';
import { postRule } from '../routing/routing.js';

/** One call of a webhook by a step; it keeps its id when it is repeated. */
const about = {
  groupId: id,
  callId: id,
  /** The event subscription that holds address and secret. */
  subscriptionId: id,
  /** The rule of the routes that posts it: round and step are 0. Absent: a step calls it. */
  route: postRule.optional(),
};
/** From 1; incremented by each retry. */
const attempt = z.number().int();

/** Link to the call that the storm’s previous group had planned. */
export const continuedCall = {
  /** The id by which the receiver knows the call: that of the first of these calls. */
  knownAs: id.optional(),
  /** Replaces a call that was in progress when its group ended. Skipped if that call succeeded. */
  unlessDone: z.object({ groupId: id, callId: id }).optional(),
};

/** Facts of a stream `alertGroup-<id>`: the webhooks and channels that its steps call, and that routes post to. A called program does not count as a person reached. */
export const webhookCallEvents = {
  WebhookCallPlanned: event(
    1,
    ['outgoing', 'Webhook call planned'],
    'A step was taken that names a webhook, or a route posts there: it is called at that time.',
    z.object({
      ...about,
      /** Round of the alert group’s escalation. */ number: z.number().int(),
      round: z.number().int(),
      step: z.number().int(),
      dueAt: instant,
      ...continuedCall,
    }),
  ),
  WebhookCallStarted: event(
    1,
    ['outgoing', 'Webhook call started'],
    'A webhook call was claimed, before the request is sent.',
    z.object({ ...about, attempt, epoch: z.number().int() }),
  ),
  WebhookCallSucceeded: event(
    1,
    ['outgoing', 'Webhook call succeeded'],
    'The webhook accepted the call, or the channel of a chat has the message.',
    z.object({
      ...about,
      attempt,
      /** The chat’s name of the message, where it can be changed. */ providerId: z.string().max(200).optional(),
    }),
  ),
  WebhookCallFailed: event(
    1,
    ['outgoing', 'Webhook call failed'],
    'The webhook did not accept the call.',
    z.object({
      ...about,
      attempt,
      reason: z.enum(deliveryReasonCodes),
      detail: z.string().max(500),
      /** When it is called again; null: not at all. */
      retryAt: instant.nullable(),
      /** Retry delay requested by the receiver, in milliseconds. */
      retryAfter: z.number().int().optional(),
    }),
  ),
  WebhookCallWentStale: event(
    1,
    ['outgoing', 'Webhook call with an unknown outcome'],
    'The outcome of a call is unknown because the server stopped during it: it is repeated immediately, at most three times.',
    z.object({ ...about, attempt, again: z.boolean() }),
  ),
  WebhookCallCancelled: event(
    1,
    ['outgoing', 'Webhook call cancelled'],
    'A webhook was not called, or not called again: the alert group was acknowledged, resolved or muted first, is posted with others, or the webhook cannot be called.',
    z.object({ ...about, reason: z.enum(deliveryReasonCodes) }),
  ),
};

export const webhookCallStates = ['waiting', 'calling', 'succeeded', 'failed', 'cancelled'] as const;

/** A webhook call of a step, with its outcome. */
export const webhookCallRow = z.object({
  callId: id,
  subscriptionId: id,
  route: postRule.optional(),
  round: z.number().int(),
  step: z.number().int(),
  state: z.enum(webhookCallStates),
  plannedAt: instant,
  /** Requests made so far. */
  attempts: z.number().int(),
  /** When the last request was made; null: none was. */
  startedAt: instant.nullable(),
  /** When it succeeded, failed or was cancelled last. */
  endedAt: instant.nullable(),
  /** Why the last request failed, or why it was not made. */
  reason: z.enum(deliveryReasonCodes).nullable(),
  detail: z.string(),
  /** While it waits to be repeated. */
  retryAt: instant.nullable(),
});
export type WebhookCallRow = z.infer<typeof webhookCallRow>;

/** The same in the list of calls of all alert groups. */
export const listedCallRow = webhookCallRow
  .omit({ callId: true })
  .extend({ id, groupId: id, /** Of the alert group. */ number: z.number().int() });
export type ListedCallRow = z.infer<typeof listedCallRow>;

/** Response rows by view name. */
export const webhookCallViews = { webhookCalls: listedCallRow };
