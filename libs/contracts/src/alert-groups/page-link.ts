import { z } from 'zod';
import { id, instant } from '../ids.js';
import { link } from '../routing/signals.js';
import { actionNeededAnswer } from './action-needed.js';
import { note } from './commands.js';

/** `GET /api/pages/:secret`: content of a page’s link; needs no session. */
export const pageShown = z.object({
  pageId: id,
  groupId: id,
  personId: id,
  personName: z.string(),
  number: z.number().int(),
  title: z.string(),
  serviceName: z.string().nullable(),
  /** The integration that the alerts came from. */
  sourceName: z.string().nullable(),
  /** The description by the sender, if all alerts share one. */
  description: z.string().nullable(),
  /** Labels that its alerts share and that say more than the title, the most telling first. */
  labels: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The last note about the same alert, of this group or an earlier one, with its author; null: none can be read. */
  lastNote: z.string().nullable(),
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
  /** The person’s other pages that wait behind this message, such as `and 4 more in Payments`; null: none. */
  waiting: z.string().nullable(),
  /** When the group resolves because all firing alerts are ending, unless one fires again. Null: they are not. */
  endsAt: instant.nullable(),
  /** Note that the source’s list was truncated; null: it is complete, or the alert group is resolved. */
  cutSays: z.string().nullable(),
  /** When the next step is taken; null: none is planned. */
  nextAt: instant.nullable(),
  /** Others who are paged for it, the newest page first; at most five. */
  alsoPaged: z.array(z.object({ name: z.string(), at: instant })),
  /** Once its person has it: members of the service’s team whom they can add, by name; at most twenty. */
  addable: z.array(z.object({ personId: id, name: z.string() })),
  /** Once it is over, if its person was there: their answer whether there was anything to do; null: none yet. Null: they are not asked. */
  actionNeeded: z.object({ answer: actionNeededAnswer.nullable() }).nullable(),
  /** The act `answer` would change nothing: already answered, or no page is active. */
  answered: z.boolean(),
  /** End of the undo period of the last act by this link; null: nothing to undo. */
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
  /** Number of alert groups, and of those firing unacknowledged. */
  count: z.number().int(),
  open: z.number().int(),
  services: z.array(z.object({ name: z.string().nullable(), count: z.number().int() })),
  /** Open groups first; at most 200. */
  groups: z.array(
    z.object({
      number: z.number().int(),
      title: z.string(),
      serviceName: z.string().nullable(),
      status: z.enum(['firing', 'acknowledged', 'snoozed', 'resolved']),
      since: instant,
      holderName: z.string().nullable(),
      secret: z.string(),
    }),
  ),
  /** End of the undo period of the last act by it. */
  undoUntil: instant.nullable(),
  expiresAt: instant,
  now: instant,
});
export type BundleShown = z.infer<typeof bundleShown>;
export const pageLinkShown = z.union([pageShown, bundleShown]);

/** `POST /api/pages/:secret`: acts by the link. */
export const pageAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(['acknowledge', 'answer', 'snooze']) }),
  /** Not for a message with several pages, as the next four. */
  z.strictObject({ act: z.literal('resolve') }),
  /** The next person is paged, as if this one weren’t reached. */
  z.strictObject({ act: z.literal('pass_on') }),
  z.strictObject({ act: z.literal('note'), text: note }),
  /** Whether there was anything to do. */
  z.strictObject({ act: z.literal('action_needed'), answer: actionNeededAnswer }),
  /** Pages a member of the service’s team, once the link’s person has the group. */
  z.strictObject({ act: z.literal('add_responder'), personId: id }),
  /** Undoes an acknowledgement or a snooze, within ten seconds. */
  z.strictObject({ act: z.literal('undo') }),
  /** A device’s report about an attempt. */
  z.strictObject({ act: z.literal('receipt'), attemptId: id, receipt: z.enum(['delivered', 'read']) }),
]);
export type PageAct = z.infer<typeof pageAct>;
