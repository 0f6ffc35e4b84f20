import { z } from 'zod';
import { type Throttle, contactKinds } from './kinds.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { id, instant, name, personal } from '../ids.js';
import { charge } from './charges.js';
import { chatAccount } from './chat-accounts.js';
import { phoneOffer } from './phone-offers.js';
import { noticeChoice } from '../notices/choices.js';
import * as contactLimits from './limits.js';
import * as teamLimits from '../teams/limits.js';
import { throttles } from './limits.js';
import { type Messages, event } from '../message.js';

/** What a person can mark to find it first. */
export const favouriteKinds = ['service', 'policy', 'schedule'] as const;
export const favourite = z.object({ kind: z.enum(favouriteKinds), subjectId: id });
export type Favourite = z.infer<typeof favourite>;

export const urgencies = ['high', 'low'] as const;
export type Urgency = (typeof urgencies)[number];

export const urgency = z.enum(urgencies);
export const higherOf = (one: Urgency, other: Urgency): Urgency => (one === 'high' ? one : other);

/** How the receiver of a webhook relays a message: each has a limit. */
export const relaysAs = z.enum(Object.keys(throttles) as [Throttle, ...Throttle[]]);

/** What became of the copies that a provider keeps, by the kind of contact method that they were sent by. */
export const erasedCopies = z.object({
  kind: z.enum(contactKinds),
  deleted: z.number().int(),
  /** Those that it still has. */
  kept: z.number().int(),
  /** Why it was not possible. Absent: the provider deletes nothing. */
  reason: z.enum(deliveryReasonCodes).optional(),
});
export type ErasedCopies = z.infer<typeof erasedCopies>;

const subject = (d: { personId: string }) => `person:${d.personId}`;

export const ruleDelay = z.number().int().min(contactLimits.ruleDelayMinutes.min).max(contactLimits.ruleDelayMinutes.max);

/** Facts of the stream `person-<id>`: how one person wants to be reached. */
/** The edition of the zone table by which instants were computed; events of 0.4.0 and before name none. */
const edition = z.string().optional();

export const contactEvents = {
  ContactMethodAdded: event(
    1,
    ['people', 'Contact method added'],
    'A contact method was added. A browser needs no code: an open tab with sound on is the proof.',
    z.object({
      personId: id,
      contactMethodId: id,
      kind: z.enum(contactKinds),
      address: personal(z.string()),
      verified: z.boolean(),
      secretRef: z.string().nullable(),
      /** For a push device: its name, as it reports it. */
      label: personal(z.string()).optional(),
      /** For a webhook: how its receiver relays a message. Absent: without a limit. */
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
    z.object({
      personId: id,
      contactMethodId: id,
      reason: z.enum(deliveryReasonCodes),
      /** What its provider reported, without addresses. Absent: nothing more is known. */
      detail: z.string().optional(),
    }),
  ),
  ChatAccountLinked: event(
    1,
    ['people', 'Chat account linked'],
    'A person linked their account in a chat: the buttons that it presses act as them.',
    z.object({ personId: id, ...chatAccount.shape }),
    [
      { path: 'account', subject },
      { path: 'label', subject },
    ],
  ),
  ChatAccountUnlinked: event(
    1,
    ['people', 'Chat account unlinked'],
    'An account in a chat belongs to the person no more.',
    z.object({ personId: id, chat: chatAccount.shape.chat }),
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
    z.object({ personId: id, contactMethodId: id, charge: charge.optional() }),
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
    z.object({
      personId: id,
      contactMethodId: id,
      /** It is an account in a chat, whose buttons act as the person: their other contact methods are told. */
      isAccount: z.literal(true).optional(),
      /** For a phone: the first contact method at its number, whoever’s. The number itself may be erased. Absent: its own. */
      numberId: id.optional(),
    }),
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
  PhoneNumberOffered: event(
    1,
    ['people', 'Phone number offered'],
    'A phone number that a person had in another system is offered to them, and to nobody else. It is no contact method before they accept it.',
    phoneOffer.extend({ personId: id, secretRef: z.string() }),
    [{ path: 'ending', subject }],
  ),
  PhoneOfferEnded: event(
    1,
    ['people', 'Offer of a phone number ended'],
    'A phone number from another system was used or declined by its person, or 90 days have passed: it is deleted.',
    z.object({ personId: id, offerId: id, because: z.enum(['used', 'declined', 'expired']) }),
  ),
  MoreLeftBehind: event(
    1,
    ['people', 'Replacement of a person continued'],
    'The rest of what a disabled person or new observer leaves behind, beyond what the event before it could list.',
    z.object({
      personId: id,
      because: z.enum(['disabled', 'observes']),
      /** Replacement in the policies and schedules below; null: gaps are left. */
      replacementId: id.nullable(),
      standsIn: z.array(z.object({ teamId: id, policyId: id })).max(teamLimits.movedTogether),
      /** Schedules that put them on call, now or ahead. Absent: none. */
      schedules: z.array(id).max(teamLimits.movedTogether).optional(),
      /** Cursor of the batch, by ids of policies and schedules; null: finished. */
      upTo: z.object({ standsIn: id.nullable(), schedules: id.optional() }),
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
  FavouriteAdded: event(
    1,
    ['people', 'Favourite added'],
    'A person marked a service, a policy or a schedule: it comes first in their lists.',
    favourite.extend({ personId: id }),
  ),
  FavouriteRemoved: event(
    1,
    ['people', 'Favourite removed'],
    'A person no longer marks a service, a policy or a schedule.',
    favourite.extend({ personId: id }),
  ),
  ServiceFollowed: event(
    1,
    ['people', 'Service followed'],
    'A person follows a service: they hear quietly that its alert groups open, are acknowledged and are resolved. Followed again, it replaces by what.',
    z.object({ personId: id, serviceId: id, /** Null: by mail, to the address of their account. */ contactMethodId: id.nullable() }),
  ),
  ServiceUnfollowed: event(
    1,
    ['people', 'Service unfollowed'],
    'A person no longer follows a service.',
    z.object({ personId: id, serviceId: id }),
  ),
  NoticeChosen: event(
    1,
    ['people', 'Quiet messages chosen'],
    'A person chose whether, when and by what they hear of one kind of message that is no page. It replaces what they chose before.',
    noticeChoice.extend({
      personId: id,
      /** When the next morning summary is due, by which zone table. */ dueAt: instant.optional(),
      zones: z.string().optional(),
    }),
  ),
  MorningSummaryPlanned: event(
    1,
    ['people', 'Morning summary planned'],
    'The morning summary of a person is due at another time, because their time zone was changed.',
    z.object({ personId: id, dueAt: instant, zones: z.string() }),
  ),
  MorningSummaryDue: event(
    1,
    ['people', 'Morning summary due'],
    'The morning summary of a person was due: a quiet message about the night is sent, unless nothing happened.',
    z.object({
      personId: id,
      from: instant,
      to: instant,
      timeZone: z.string(),
      zones: z.string(),
      nextAt: instant,
    }),
  ),
  NightTestPlanned: event(
    1,
    ['people', 'Night test planned'],
    'A person asked to be paged once at 3:00 at night, by the clock of their time zone, to try out what wakes them.',
    z.object({ personId: id, dueAt: instant, zones: edition }),
  ),
  NightTestCancelled: event(
    1,
    ['people', 'Night test cancelled'],
    'A person is not paged for a test at night.',
    z.object({ personId: id }),
  ),
  NightTestBegan: event(
    1,
    ['people', 'Night test started'],
    'A person is paged for the test that they asked for.',
    z.object({ personId: id }),
  ),
  NightTestMissed: event(
    1,
    ['people', 'Night test missed'],
    'A night test did not take place: the server was down, or the person can’t be paged.',
    z.object({ personId: id }),
  ),
  WeeklySummaryTurnedOn: event(
    1,
    ['people', 'Weekly summary turned on'],
    'A person asked for a mail with last week’s reports of their teams, each Monday at 8:00 in their time zone.',
    z.object({ personId: id, dueAt: instant, zones: edition }),
  ),
  RehearsalPagesAllowed: event(
    1,
    ['people', 'Pages of rehearsals allowed'],
    'A person agreed to be paged by services that rehearse.',
    z.object({ personId: id }),
  ),
  RehearsalPagesDeclined: event(
    1,
    ['people', 'Pages of rehearsals declined'],
    'A person is no longer paged by services that rehearse.',
    z.object({ personId: id }),
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
    z.object({ personId: id, dueAt: instant, zones: edition }),
  ),
  ProviderErasureDue: event(
    1,
    ['people', 'Erasure at providers due'],
    'Copies that providers keep of what was sent to an erased person are deleted there, by the ids that the providers gave, part by part.',
    z.object({
      personId: id,
      /** Where the list of their messages goes on; null: at its start. */
      after: z.string().nullable(),
      /** What came of the parts before. */
      copies: z.array(erasedCopies),
    }),
  ),
  ProviderErasureRecorded: event(
    1,
    ['people', 'Erasure at providers recorded'],
    'A part of the copies that providers keep of what was sent to an erased person was deleted, as far as the providers allow it.',
    z.object({
      personId: id,
      /** Of all parts until now. */
      copies: z.array(erasedCopies),
      /** Where the next part begins; null: this was the last. */
      next: z.string().nullable(),
    }),
  ),
  WeeklySummaryDue: event(
    1,
    ['people', 'Weekly summary due'],
    'The weekly summary of a person was due: a mail about this week is sent, with reports pinned to this event.',
    z.object({
      personId: id,
      /** From Monday (inclusive) to the next one (exclusive), in the person’s time zone. */
      from: instant,
      to: instant,
      timeZone: z.string(),
      /** The Monday on which it is sent. */
      monday: z.iso.date(),
      nextAt: instant,
      zones: edition,
    }),
  ),
};
export type ContactFact = Messages<typeof contactEvents>;
