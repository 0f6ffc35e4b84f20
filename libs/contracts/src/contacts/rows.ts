import { z } from 'zod';
import { chatAccount } from './chat-accounts.js';
import { contactKinds } from './kinds.js';
import { favourite, relaysAs, urgency } from './events.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { id, instant, personal } from '../ids.js';
import { phoneOffers } from './phone-offers.js';
import { noticeChoice } from '../notices/choices.js';

export const contactMethod = z.object({
  contactMethodId: id,
  kind: z.enum(contactKinds),
  address: personal(z.string()),
  verified: z.boolean(),
  /** State of the last code: `asked`, `sent`, `failed` with a reason, or none. */
  verification: z
    .object({ state: z.enum(['asked', 'sent', 'failed']), expiresAt: instant, askedBy: z.string(), reason: z.string().optional() })
    .nullable(),
  secretRef: z.string().nullable(),
  /** Name of the device, as it reports it. */
  label: personal(z.string()).optional(),
  /** Why it is disabled; it counts as not verified. */
  disabled: z.object({ reason: z.enum(deliveryReasonCodes), at: instant, detail: z.string().optional() }).optional(),
  /** When it was last verified; absent: before this was recorded, or it never had to be. */
  verifiedAt: instant.optional(),
  /** Since when its person has switched it off for pages. */
  switchedOffAt: instant.optional(),
  /** For a webhook: how its receiver relays a message. */
  relaysAs: relaysAs.optional(),
  /** For a phone: what all contact methods at its number have in common. Absent: its own id. */
  numberId: id.optional(),
});
export type ContactMethod = z.infer<typeof contactMethod>;

/** Whether pages may use it. */
export const isUsable = ({ verified, switchedOffAt }: Pick<ContactMethod, 'verified' | 'switchedOffAt'>): boolean =>
  verified && switchedOffAt === undefined;

export const notificationRule = z.object({ ruleId: id, urgency, contactMethodId: id, delayMinutes: z.number() });
export type NotificationRule = z.infer<typeof notificationRule>;

/** A saved search. `query` is the query string of the list’s address, without its `?`. */
export const savedSearch = z.object({ searchId: id, name: personal(z.string()), query: personal(z.string()) });
export type SavedSearch = z.infer<typeof savedSearch>;

/** A person’s contact methods and rules, visible to themselves and to admins; and saved searches, visible only to themselves. Id: the person’s. */
export const contactRow = z.object({
  id,
  methods: z.array(contactMethod),
  rules: z.array(notificationRule),
  /** Whose pressed buttons act as the person, besides accounts that are contact methods. */
  accounts: z.array(chatAccount).optional(),
  searches: z.array(savedSearch).optional(),
  /** Absent: none. */
  favourites: z.array(favourite).optional(),
  /** Services that they follow, and by which contact method; null: by mail. Absent: none. */
  follows: z.array(z.object({ serviceId: id, contactMethodId: id.nullable() })).optional(),
  /** Messages that are no page, where they chose something. Absent: the defaults. */
  notices: z.array(noticeChoice).optional(),
  /** When the next morning summary is due, and the event that planned it; absent: it is off. */
  morning: z.object({ dueAt: instant, plannedBy: z.string() }).optional(),
  /** When they are paged for a test; absent: they are not. */
  nightTest: z.object({ dueAt: instant, plannedBy: z.string() }).optional(),
  /** The last night test. */
  lastNightTest: z.object({ at: instant, took: z.enum(['place', 'no_place']) }).optional(),
  /** When the next weekly summary is due, and the event that planned it; absent: it is off. */
  weeklySummary: z.object({ dueAt: instant, plannedBy: z.string() }).optional(),
  /** Phone numbers from another system that they have not answered, visible only to themselves. */
  phoneOffers,
  /** Those that ended. Absent: none. */
  endedOffers: z.array(id).optional(),
  /** They agreed to be paged by services that rehearse. Absent: they did not. */
  rehearsalPages: z.literal(true).optional(),
  /** The Monday on which the last weekly summary was due: turned off and on again, or in another zone, it does not come twice. */
  lastSummary: z.iso.date().optional(),
});
export type FollowedService = NonNullable<z.infer<typeof contactRow>['follows']>[number];
export type ContactRow = z.infer<typeof contactRow>;

/** The schemas of the rows of `GET /api/views/:view`, by the name of the view. */
export const contactViews = { contacts: contactRow };
