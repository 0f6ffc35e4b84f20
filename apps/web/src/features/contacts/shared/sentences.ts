import type { contactEvents, ErasedCopies } from '@tocsin/contracts/contacts/events.js';
import { dayAndTime, minutesInWords } from '../../../data/time/times.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { noticeTraits } from '@tocsin/contracts/notices/kinds.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

/** `SMS: deleted 41 of 42, 1 could not be (the connection …)` */
const copiesWords = (copies: readonly ErasedCopies[]): string =>
  copies.length === 0
    ? 'nothing had to be deleted'
    : copies
        .map(({ kind, deleted, kept, reason }) => {
          const rest = kept === 0 ? '' : `, ${kept} could not be (${reason ? reasonClause(reason) : 'nothing can be deleted there'})`;
          return `${contactTraits[kind].word}: deleted ${deleted} of ${deleted + kept}${rest}`;
        })
        .join('; ');

const relayWords = { voice: 'is a gateway that calls', sms: 'is a gateway that sends SMS' } as const;

const offerEnded = { used: 'was accepted', declined: 'was declined and deleted', expired: 'was deleted after 90 days' } as const;

export const contactSentences: Sentences<keyof typeof contactEvents> = {
  ContactMethodAdded: ({ data }, names) => `${names.person(data.personId)} added a contact method: ${contactTraits[data.kind].word}.`,
  ContactMethodDisabled: ({ data }, names) =>
    `A contact method of ${names.person(data.personId)} was disabled: ${reasonClause(data.reason)}.`,
  WebhookRelayChosen: ({ data }, names) =>
    `A webhook of ${names.person(data.personId)} ${data.relaysAs === null ? 'is just a webhook' : relayWords[data.relaysAs]}.`,
  ChatAccountLinked: ({ data }, names) => `${names.person(data.personId)} linked an account in Mattermost.`,
  ChatAccountUnlinked: ({ data }, names) => `The account of ${names.person(data.personId)} in Mattermost was unlinked.`,
  ContactMethodSwitchedOff: ({ data }, names) => `A contact method of ${names.person(data.personId)} was switched off.`,
  ContactMethodSwitchedOn: ({ data }, names) => `A contact method of ${names.person(data.personId)} was switched on again.`,
  PushSubscriptionRenewed: ({ data }, names) => `A device of ${names.person(data.personId)} renewed its push subscription.`,
  VerificationAsked: ({ data }, names) => `A code was requested to verify a contact method of ${names.person(data.personId)}.`,
  VerificationSent: ({ data }, names) => `The code was sent to ${names.person(data.personId)}.`,
  VerificationFailed: ({ data }, names) => `The code for ${names.person(data.personId)} could not be sent: ${data.detail || data.reason}.`,
  ContactMethodVerified: ({ data }, names) => `${names.person(data.personId)} verified a contact method.`,
  ContactMethodRemoved: ({ data }, names) => `A contact method of ${names.person(data.personId)} was removed, with the rules that used it.`,
  NotificationRuleAdded: ({ data }, names) =>
    `${names.person(data.personId)} added a rule for ${data.urgency} urgency: ${data.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(data.delayMinutes)}`}.`,
  NotificationRuleChanged: ({ data }, names) =>
    `${names.person(data.personId)} changed a rule: ${data.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(data.delayMinutes)}`}.`,
  NotificationRuleRemoved: ({ data }, names) => `A rule of ${names.person(data.personId)} was removed.`,
  MoreLeftBehind: ({ data }, names) =>
    `Replacing ${names.person(data.personId)}, next batch: ${count(data.standsIn.length, 'place in a policy', 'places in policies')}.`,
  ProviderErasureDue: ({ data }, names) =>
    `${data.after === null ? 'What' : 'More of what'} providers have of messages to ${names.person(data.personId)} is deleted there.`,
  ProviderErasureRecorded: ({ data }, names) =>
    `At providers, of messages to ${names.person(data.personId)}${data.next === null ? '' : ', until now'}: ${copiesWords(data.copies)}.`,
  SearchSaved: ({ data }, names) => `${names.person(data.personId)} saved a search.`,
  FavouriteAdded: ({ data }, names) => `${names.person(data.personId)} marked a ${data.kind} as a favourite.`,
  FavouriteRemoved: ({ data }, names) => `${names.person(data.personId)} removed a favourite.`,
  SearchForgotten: ({ data }, names) => `${names.person(data.personId)} removed a saved search.`,
  ServiceFollowed: ({ data }, names) => `${names.person(data.personId)} follows ${names.service(data.serviceId)}.`,
  ServiceUnfollowed: ({ data }, names) => `${names.person(data.personId)} no longer follows ${names.service(data.serviceId)}.`,
  NoticeChosen: ({ data }, names) => `${names.person(data.personId)} switched ${data.on ? 'on' : 'off'} “${noticeTraits[data.kind].word}”.`,
  MorningSummaryPlanned: ({ data }, names) =>
    `The next morning summary for ${names.person(data.personId)} is due ${dayAndTime(data.dueAt)}.`,
  MorningSummaryDue: ({ data }, names) => `The morning summary for ${names.person(data.personId)} was due.`,
  RehearsalPagesAllowed: ({ data }, names) => `${names.person(data.personId)} agreed to be paged by services that rehearse.`,
  RehearsalPagesDeclined: ({ data }, names) => `${names.person(data.personId)} is no longer paged by services that rehearse.`,
  PhoneNumberOffered: ({ data }, names) =>
    `A phone number from ${foreignSystems[data.system].title} is offered to ${names.person(data.personId)}, and to no one else.`,
  PhoneOfferEnded: ({ data }, names) => `A phone number that was offered to ${names.person(data.personId)} ${offerEnded[data.because]}.`,
  NightTestPlanned: ({ data }, names) => `${names.person(data.personId)} is paged for a test at night: ${dayAndTime(data.dueAt)}.`,
  NightTestCancelled: ({ data }, names) => `The night test of ${names.person(data.personId)} was cancelled.`,
  NightTestBegan: ({ data }, names) => `The night test of ${names.person(data.personId)} started.`,
  NightTestMissed: ({ data }, names) => `The night test of ${names.person(data.personId)} did not take place.`,
  WeeklySummaryTurnedOn: ({ data }, names) => `${names.person(data.personId)} turned on the weekly summary by mail.`,
  WeeklySummaryTurnedOff: ({ data, meta }, names) =>
    meta.actor.kind === 'person'
      ? `${names.person(data.personId)} turned off the weekly summary.`
      : `Weekly summary for ${names.person(data.personId)} turned off: account disabled.`,
  WeeklySummaryPlanned: ({ data }, names) => `The next weekly summary for ${names.person(data.personId)} is due ${dayAndTime(data.dueAt)}.`,
  WeeklySummaryDue: ({ data }, names) =>
    `The weekly summary for ${names.person(data.personId)} was due: the week from ${dayAndTime(data.from)} to ${dayAndTime(data.to)}.`,
};
