import { z } from 'zod';
import { cutList } from './cut-list.js';
import { pageCause } from './pages.js';
import { id, instant } from './ids.js';
import { urgency } from './contacts.js';
import { link as signalLink } from './signals.js';

/** What Tocsin POSTs to a person’s webhook when they are paged. Any 2xx answer means: a program took it. */
export const webhookPage = z.object({
  type: z.literal('page'),
  /** The attempt’s id, and the header `Idempotency-Key`: the same one never means two pages. */
  id,
  pageId: id,
  groupId: id,
  number: z.number().int(),
  title: z.string(),
  urgency,
  service: z.string().nullable(),
  since: instant,
  alerts: z.number().int(),
  /** The sender cut its list; absent: its list is whole. */
  cutList: cutList.optional(),
  /** What the sender says beside the summary, where its alerts share it. */
  description: z.string().nullable(),
  /** Labels that its alerts share. */
  labels: z.record(z.string(), z.string()),
  /** Runbooks first; the service’s own where no alert brings one. */
  links: z.array(signalLink),
  /** The integration that it came by; null when a person paged. */
  source: z.string().nullable(),
  /** Names of the others who are being paged. */
  othersPaged: z.array(z.string()),
  /** It comes late: when it was due, and how many more attempts it stands for. */
  late: z.object({ dueAt: instant, missed: z.number().int() }).optional(),
  cause: pageCause,
  /** Told without ringing. */
  quiet: z.boolean(),
  /** Shows the page without a session, and acknowledges by a button. Of a page that says “it is over”: the alert group. */
  link: z.url(),
  /** It is a test. */
  test: z.literal(true).optional(),
});
export type WebhookPage = z.infer<typeof webhookPage>;

/** What Tocsin POSTs when several pages go out as one message. */
export const webhookBundle = z.object({
  type: z.literal('bundle'),
  /** The message’s id, and the header `Idempotency-Key`. */
  id,
  urgency,
  /** Told without ringing. */
  quiet: z.boolean(),
  /** How many alert groups it names. */
  count: z.number().int(),
  /** How many of them each service has, the most first; null: of no service. */
  services: z.array(z.object({ name: z.string().nullable(), count: z.number().int() })),
  /** The first of its pages. */
  pages: z.array(webhookPage),
  /** How many alert groups of the previous message are still unacknowledged. */
  stillOpen: z.number().int(),
  /** Shows all that it contains without a session, and acknowledges it by a button. Of quiet ones: the list. */
  link: z.url(),
});
export type WebhookBundle = z.infer<typeof webhookBundle>;

/** What Tocsin POSTs when a step of an escalation policy calls a webhook. Any 2xx answer means that it was accepted. It pages no one. */
export const webhookStep = z.object({
  type: z.literal('escalation_step'),
  /** The call’s id, and the header `Idempotency-Key`: the same one, when it is repeated. */
  id,
  subscriptionId: id,
  ...webhookPage.pick({
    groupId: true,
    number: true,
    title: true,
    urgency: true,
    service: true,
    since: true,
    alerts: true,
    cutList: true,
    description: true,
    labels: true,
    links: true,
    source: true,
  }).shape,
  team: z.string().nullable(),
  /** The version that the alert group climbs. */
  policy: z.object({ policyId: id, version: z.number().int(), name: z.string() }).nullable(),
  round: z.number().int(),
  step: z.number().int(),
  /** Names of those who are being paged for it. */
  paged: z.array(z.string()),
  /** The alert group, for who is signed in. */
  link: z.url(),
  /** A test alert that runs the whole policy. */
  test: z.literal(true).optional(),
});
export type WebhookStep = z.infer<typeof webhookStep>;

/** What Tocsin POSTs to prove that the address is the person’s: they type the code. */
export const webhookVerification = z.object({ type: z.literal('verification'), code: z.string(), contactMethodId: id });
export type WebhookVerification = z.infer<typeof webhookVerification>;

/** To an owner: something about the installation itself. It is not a page. */
export const webhookWarning = z.object({ type: z.literal('warning'), subject: z.string(), says: z.string(), link: z.string() });
export type WebhookWarning = z.infer<typeof webhookWarning>;
