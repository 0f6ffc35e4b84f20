import { z } from 'zod';
import { urgency } from './contacts.js';
import { alertGroupStates } from './alert-group-rows.js';
import { groupEventKinds } from './event-subscriptions.js';
import { id, instant } from './ids.js';

const named = z.object({ id, name: z.string() });

/** One thing that happened to an alert group. */
export const webhookEvent = z.object({
  /** The event’s id in the history: the same one, however often it is sent. */
  id,
  type: z.templateLiteral(['alert_group.', z.enum(groupEventKinds)]),
  at: instant,
  /** Of the alert group’s own history: a larger one happened later. What came in between concerns no subscription. */
  revision: z.number().int(),
  /** Who did it; null: a rule or a timer did. The name is that of now. */
  by: z.object({ kind: z.enum(['person', 'sender', 'token']), id: z.string(), name: z.string().nullable() }).nullable(),
  /** Of `escalated`: the step that was taken, and its round. */
  step: z.union([z.number().int(), z.string()]).optional(),
  round: z.number().int().optional(),
  /** The alert group as it was when this was sent. */
  group: z.object({
    id,
    number: z.number().int(),
    title: z.string(),
    status: z.enum(alertGroupStates),
    urgency,
    openedAt: instant,
    service: named.nullable(),
    team: named.nullable(),
    link: z.url(),
  }),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/**
 * What Tocsin POSTs to the address of an event subscription. Any 2xx answer means: taken. Everything else is sent again, under the same
 * `id`, in longer and longer intervals for 24 hours. Redirects are not followed.
 */
export const webhookEvents = z.object({
  type: z.literal('events'),
  /** The delivery’s id, and the header `Idempotency-Key`: the same one never means other events. */
  id,
  subscriptionId: id,
  /** In the order in which they happened; none in a test. */
  events: z.array(webhookEvent),
  /** It is a test. */
  test: z.literal(true).optional(),
});
export type WebhookEvents = z.infer<typeof webhookEvents>;
