import { contactKinds, type ContactKind, type Throttle } from './contact-kinds.js';
import { z } from 'zod';
import { event, command, type Messages } from './message.js';
import { id, instant, name, personal, typedName } from './ids.js';
import { limits, throttles } from './limits.js';
import { deliveryReasonCodes } from './delivery-reasons.js';

export const urgencies = ['high', 'low'] as const;
export type Urgency = (typeof urgencies)[number];
export const urgency = z.enum(urgencies);

/** What the receiver of a webhook makes of a message: a throttle holds for it. */
export const relaysAs = z.enum(Object.keys(throttles) as [Throttle, ...Throttle[]]);

const subject = (d: { personId: string }) => `person:${d.personId}`;
const ruleDelay = z.number().int().min(limits.ruleDelayMinutes.min).max(limits.ruleDelayMinutes.max);

/** Facts of the stream `person-<id>`: how one person wants to be reached. */
export const contactEvents = {
  ContactMethodAdded: event(
    1,
    ['people', 'Contact method added'],
    'A contact method was added. A browser needs no code: an open tab with its sound unlocked is the proof.',
    z.object({
      personId: id,
      contactMethodId: id,
      kind: z.enum(contactKinds),
      address: personal(z.string()),
      verified: z.boolean(),
      secretRef: z.string().nullable(),
      /** Of a device that push rings: what it calls itself. */
      label: personal(z.string()).optional(),
      /** Of a webhook: what its receiver makes of a message. Absent: nothing that has a throttle. */
      relaysAs: relaysAs.optional(),
    }),
    [
      { path: 'address', subject },
      { path: 'label', subject },
    ],
  ),
  WebhookRelayChosen: event(
    1,
    ['people', 'Use of a webhook chosen'],
    'A person set whether the receiver of their webhook sends an SMS or makes a call, which have a limit. Null: neither.',
    z.object({ personId: id, contactMethodId: id, relaysAs: relaysAs.nullable() }),
  ),
  ContactMethodDisabled: event(
    1,
    ['people', 'Contact method disabled'],
    'A contact method can no longer be reached: it is not tried again.',
    z.object({ personId: id, contactMethodId: id, reason: z.enum(deliveryReasonCodes) }),
  ),
  ContactMethodSwitchedOff: event(
    1,
    ['people', 'Contact method switched off'],
    'A contact method was switched off: it is not used for pages, and its rules wait until it is switched on again.',
    z.object({ personId: id, contactMethodId: id }),
  ),
  ContactMethodSwitchedOn: event(
    1,
    ['people', 'Contact method switched on'],
    'A contact method was switched on again.',
    z.object({ personId: id, contactMethodId: id }),
  ),
  PushSubscriptionRenewed: event(
    1,
    ['people', 'Push subscription renewed'],
    'The push subscription of a device was renewed by its browser.',
    z.object({ personId: id, contactMethodId: id, address: personal(z.string()), secretRef: z.string() }),
    [{ path: 'address', subject }],
  ),
  VerificationAsked: event(
    1,
    ['people', 'Verification code requested'],
    'A verification code was requested.',
    z.object({ personId: id, contactMethodId: id, expiresAt: instant }),
  ),
  VerificationSent: event(
    1,
    ['people', 'Verification code sent'],
    'The provider accepted the code.',
    z.object({ personId: id, contactMethodId: id }),
  ),
  VerificationFailed: event(
    1,
    ['people', 'Verification code failed'],
    'The code could not be sent.',
    z.object({ personId: id, contactMethodId: id, reason: z.string(), detail: z.string() }),
  ),
  ContactMethodVerified: event(
    1,
    ['people', 'Contact method verified'],
    'The person verified the address.',
    z.object({ personId: id, contactMethodId: id }),
  ),
  ContactMethodRemoved: event(
    1,
    ['people', 'Contact method removed'],
    'A contact method was removed, and the rules that used it.',
    z.object({ personId: id, contactMethodId: id }),
  ),
  NotificationRuleAdded: event(
    1,
    ['people', 'Notification rule added'],
    'A rule was added: the urgency, the contact method and the delay in minutes.',
    z.object({ personId: id, ruleId: id, urgency, contactMethodId: id, delayMinutes: ruleDelay }),
  ),
  NotificationRuleChanged: event(
    1,
    ['people', 'Notification rule changed'],
    'A rule’s delay was changed.',
    z.object({ personId: id, ruleId: id, delayMinutes: ruleDelay }),
  ),
  NotificationRuleRemoved: event(1, ['people', 'Notification rule removed'], 'A rule was removed.', z.object({ personId: id, ruleId: id })),
  ContactsChangedWhilePaged: event(
    1,
    ['paging', 'Contact methods changed during a page'],
    'The person changed how they are reached while they were being paged: the pages of these alert groups follow.',
    z.object({
      personId: id,
      groups: z.array(id).max(limits.pagingGroupsTold),
      /** The last of them where there are more, which another such event lists. */
      more: id.nullable(),
    }),
  ),
  MoreLeftBehind: event(
    1,
    ['people', 'Work of a person who left passed on'],
    'The rest of what a disabled person or new observer leaves behind, beyond what the event before it could list.',
    z.object({
      personId: id,
      because: z.enum(['disabled', 'observes']),
      /** Alert groups that they had in hand, and for which they were being paged. */
      holds: z.array(id).max(limits.movedTogether),
      paged: z.array(id).max(limits.movedTogether),
      /** Who takes their place in the policies and schedules below; null: gaps are left. */
      replacementId: id.nullable(),
      standsIn: z.array(z.object({ teamId: id, policyId: id })).max(limits.movedTogether),
      /** Schedules that put them on call, now or ahead. Absent: none. */
      schedules: z.array(id).max(limits.movedTogether).optional(),
      /** Up to where all of them were told, by the ids of groups, policies and schedules; null: nothing of it. */
      upTo: z.object({ holds: id.nullable(), paged: id.nullable(), standsIn: id.nullable(), schedules: id.optional() }),
      more: z.boolean(),
    }),
  ),
  SearchSaved: event(
    1,
    ['people', 'Search saved'],
    'A person saved a search in the list of alerts; with the same id it replaces the earlier one.',
    z.object({ personId: id, searchId: id, name: personal(name), query: personal(z.string()) }),
    [
      { path: 'name', subject },
      { path: 'query', subject },
    ],
  ),
  SearchForgotten: event(
    1,
    ['people', 'Saved search removed'],
    'A person removed a saved search.',
    z.object({ personId: id, searchId: id }),
  ),
  WeeklySummaryTurnedOn: event(
    1,
    ['people', 'Weekly summary turned on'],
    'A person asked for a mail with last week’s reports of their teams, each Monday at 8:00 in their time zone.',
    z.object({ personId: id, dueAt: instant }),
  ),
  WeeklySummaryTurnedOff: event(
    1,
    ['people', 'Weekly summary turned off'],
    'A person no longer gets the weekly summary: they turned it off, or were disabled.',
    z.object({ personId: id }),
  ),
  WeeklySummaryPlanned: event(
    1,
    ['people', 'Weekly summary planned'],
    'The weekly summary of a person is due at another time, because their time zone was changed.',
    z.object({ personId: id, dueAt: instant }),
  ),
  WeeklySummaryDue: event(
    1,
    ['people', 'Weekly summary due'],
    'The weekly summary of a person was due: a mail about this week is sent, with reports pinned to this event.',
    z.object({
      personId: id,
      /** From Monday until before the next one, by the clock of the person’s time zone. */
      from: instant,
      to: instant,
      timeZone: z.string(),
      /** The Monday on which it is sent. */
      monday: z.iso.date(),
      nextAt: instant,
    }),
  ),
};
export type ContactFact = Messages<typeof contactEvents>;

const keyOf = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${bytes}}={0,2}$`));
/** What `PushManager.subscribe()` gives: where to post, and the keys that what is posted is encrypted for. */
const pushSubscription = {
  address: z.url({ protocol: /^https?$/ }).max(2_000),
  keys: z.strictObject({ p256dh: keyOf(87), auth: keyOf(22) }),
};

/** Rules that come with a method. What is left out is not added: without any rule, a page of high urgency goes by every verified method at once. */
const firstRules = z
  .array(z.strictObject({ ruleId: id.optional(), urgency, delayMinutes: ruleDelay }))
  .max(limits.notificationRulesPerPerson)
  .optional();

/** A method of this kind, by what the kind asks for. */
const adding = <K extends ContactKind, S extends z.ZodRawShape>(kind: K, asks: S) =>
  z.strictObject({ kind: z.literal(kind), personId: id, contactMethodId: id.optional(), ...asks, rules: firstRules });

export const contactCommands = {
  AddContactMethod: command(
    'Add a contact method',
    'self.configure',
    z.discriminatedUnion('kind', [
      adding('browser', {}),
      adding('email', { address: z.email().max(200) }),
      adding('webhook', { address: z.url({ protocol: /^https?$/ }).max(2_000), relaysAs: relaysAs.optional() }),
      adding('push', { ...pushSubscription, label: z.string().trim().min(1).max(limits.deviceLabelCharacters).optional() }),
    ]),
  ),
  RenewPushSubscription: command(
    'Renew the push subscription of a device',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id, ...pushSubscription }),
  ),
  AskVerification: command('Send the code again', 'self.configure', z.strictObject({ personId: id, contactMethodId: id })),
  VerifyContactMethod: command(
    'Verify a contact method',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id, code: z.string().trim().min(4).max(12) }),
  ),
  RemoveContactMethod: command('Remove a contact method', 'self.configure', z.strictObject({ personId: id, contactMethodId: id })),
  SwitchOffContactMethod: command(
    'Switch a contact method off: it is not used for pages, and its rules are kept',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id }),
  ),
  SwitchOnContactMethod: command(
    'Switch a contact method on again',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id }),
  ),
  ChooseWebhookRelay: command(
    'Set whether the receiver of a webhook sends an SMS or makes a call; null: neither',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id, relaysAs: relaysAs.nullable() }),
  ),
  AddNotificationRule: command(
    'Add a notification rule',
    'self.configure',
    z.strictObject({ personId: id, ruleId: id.optional(), urgency, contactMethodId: id, delayMinutes: ruleDelay }),
  ),
  ChangeNotificationRule: command(
    'Change a notification rule',
    'self.configure',
    z.strictObject({ personId: id, ruleId: id, delayMinutes: ruleDelay }),
  ),
  RemoveNotificationRule: command('Remove a notification rule', 'self.configure', z.strictObject({ personId: id, ruleId: id })),
  SaveSearch: command(
    'Save a search of the list under a name; an existing name is overwritten',
    'self.configure',
    z.strictObject({ personId: id, searchId: id.optional(), name: typedName, query: z.string().min(1).max(limits.searchCharacters) }),
  ),
  ForgetSearch: command('Remove a saved search', 'self.configure', z.strictObject({ personId: id, searchId: id })),
  TurnOnWeeklySummary: command('Turn on the weekly summary by mail', 'self.configure', z.strictObject({ personId: id })),
  TurnOffWeeklySummary: command('Turn off the weekly summary by mail', 'self.configure', z.strictObject({ personId: id })),
};

export const contactMethod = z.object({
  contactMethodId: id,
  kind: z.enum(contactKinds),
  address: personal(z.string()),
  verified: z.boolean(),
  /** Of the code that was sent last: `asked`, `sent`, `failed` with a reason, or none. */
  verification: z
    .object({ state: z.enum(['asked', 'sent', 'failed']), expiresAt: instant, askedBy: z.string(), reason: z.string().optional() })
    .nullable(),
  secretRef: z.string().nullable(),
  /** What the device calls itself. */
  label: personal(z.string()).optional(),
  /** Why it can’t be used any more; it counts as not verified. */
  disabled: z.object({ reason: z.enum(deliveryReasonCodes), at: instant }).optional(),
  /** Since when it is not used for pages, because its person switched it off. */
  switchedOffAt: instant.optional(),
  /** Of a webhook: what its receiver makes of a message. */
  relaysAs: relaysAs.optional(),
});
export type ContactMethod = z.infer<typeof contactMethod>;

/** Whether a page may be sent by it. */
export const isUsable = ({ verified, switchedOffAt }: Pick<ContactMethod, 'verified' | 'switchedOffAt'>): boolean =>
  verified && switchedOffAt === undefined;

export const notificationRule = z.object({ ruleId: id, urgency, contactMethodId: id, delayMinutes: z.number() });
export type NotificationRule = z.infer<typeof notificationRule>;

/** What a person looks at often. `query` is the search part of the list’s address, without its `?`. */
export const savedSearch = z.object({ searchId: id, name: personal(z.string()), query: personal(z.string()) });
export type SavedSearch = z.infer<typeof savedSearch>;

/** How one person is reached, shown to themselves and to admins; and what they saved, shown to themselves alone. Id: the person’s. */
export const contactRow = z.object({
  id,
  methods: z.array(contactMethod),
  rules: z.array(notificationRule),
  searches: z.array(savedSearch).optional(),
  /** When the next weekly summary is due, and the event that planned it; absent: it is off. */
  weeklySummary: z.object({ dueAt: instant, plannedBy: z.string() }).optional(),
  /** The Monday on which the last weekly summary was due: turned off and on again, or in another zone, it does not come twice. */
  lastSummary: z.iso.date().optional(),
});
export type ContactRow = z.infer<typeof contactRow>;
