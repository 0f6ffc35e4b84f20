import { z } from 'zod';
import { id, instant } from './ids.js';
import { link } from './signals.js';

/** `GET /api/pages/:secret`: what the link of a page shows; needs no session. */
export const pageShown = z.object({
  pageId: id,
  groupId: id,
  personId: id,
  personName: z.string(),
  number: z.number().int(),
  title: z.string(),
  serviceName: z.string().nullable(),
  /** The integration that it came by. */
  sourceName: z.string().nullable(),
  /** The sender’s, where its alerts share one. */
  description: z.string().nullable(),
  /** Labels that its alerts share and that say more than the title, the most telling first. */
  labels: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Runbooks first. */
  links: z.array(link),
  /** Summaries of the first alerts, where they differ. */
  examples: z.array(z.string()),
  status: z.enum(['firing', 'acknowledged', 'snoozed', 'resolved']),
  snoozedUntil: instant.nullable(),
  urgency: z.enum(['high', 'low']),
  since: instant,
  holderName: z.string().nullable(),
  alerts: z.number().int(),
  firing: z.number().int(),
  /** All that fires is ending: when it resolves unless it fires again. Null: it is not. */
  endsAt: instant.nullable(),
  /** What is said where the sender cut its list; null: its list is whole, or the alert group is over. */
  cutSays: z.string().nullable(),
  /** Their “I’m here” would change nothing: they have said it, or nothing rings for them any more. */
  answered: z.boolean(),
  /** Until when they can undo what they did by this link a moment ago; null: nothing to undo. */
  undoUntil: instant.nullable(),
  expiresAt: instant,
  now: instant,
});
export type PageShown = z.infer<typeof pageShown>;

/** `GET /api/pages/:secret` of a message for several pages: all that it contains. */
export const bundleShown = z.object({
  bundleId: id,
  personName: z.string(),
  urgency: z.enum(['high', 'low']),
  /** How many alert groups it contains, and how many of them are firing unacknowledged. */
  count: z.number().int(),
  open: z.number().int(),
  services: z.array(z.object({ name: z.string().nullable(), count: z.number().int() })),
  /** Those that are open first; at most 200. */
  groups: z.array(
    z.object({
      number: z.number().int(),
      title: z.string(),
      serviceName: z.string().nullable(),
      status: z.enum(['firing', 'acknowledged', 'snoozed', 'resolved']),
      since: instant,
      holderName: z.string().nullable(),
      /** Of the page of this group alone. */
      secret: z.string(),
    }),
  ),
  /** What was done by it a moment ago can be undone until then. */
  undoUntil: instant.nullable(),
  expiresAt: instant,
  now: instant,
});
export type BundleShown = z.infer<typeof bundleShown>;
export const pageLinkShown = z.union([pageShown, bundleShown]);

/** `POST /api/pages/:secret`: what can be done with the link. */
export const pageAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(['acknowledge', 'answer', 'snooze']) }),
  /** Of an acknowledgement or a snooze, within ten seconds. */
  z.strictObject({ act: z.literal('undo') }),
  /** What a device says of the attempt that it was sent. */
  z.strictObject({ act: z.literal('receipt'), attemptId: id, receipt: z.enum(['delivered', 'read']) }),
]);
export type PageAct = z.infer<typeof pageAct>;
