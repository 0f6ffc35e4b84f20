import { isByPageLink } from '@tocsin/contracts/envelope.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { Decider, Decision, Message } from '@tocsin/kernel/decide/decider.js';
import { withRightCode } from '../../rules/code-check.js';
import { refusePermission, isOwner, isSystem, canActForPerson } from '../../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { ContactCommand } from './commands.js';
import { tellLeftBehind } from './departure-batch.js';
import {
  addMethod,
  askVerification,
  chooseRelay,
  disableMethod,
  proveAddress,
  recordVerification,
  removeMethod,
  renewSubscription,
  switchMethodOff,
  switchMethodOn,
  verifyMethod,
} from './methods.js';
import { eraseAtProviders, recordProviderErasure } from './provider-erasure.js';
import { acceptOffer, declineOffer, expireOffer, offerNumbers } from './phone-offers.js';
import { allowRehearsalPages, declineRehearsalPages } from './rehearsal-pages.js';
import { cancelNightTest, followZone, planNightTest, runNightTest } from './night-test.js';
import { addRule, changeRule, removeRule } from './rules.js';
import { addFavourite, removeFavourite } from './favourites.js';
import { followService, unfollowService } from './follows.js';
import { chooseNotice, planMorning, reviewMorning } from './notice-choices.js';
import { forgetSearch, saveSearch } from './searches.js';
import { linkAccount, unlinkAccount } from './chat-accounts.js';
import { contactFold } from './views.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { planSummary, reviewSummary } from './weekly-summary.js';

type ByRow<D> = (data: D, row: ContactRow, context: ConfigurationContext) => Decision<ContactFact>;

/**
 * A page contains a link that acts as its recipient. So only owners may add a method to an owner: otherwise another person could act as the owner.
 */
const isHiddenFrom = ({ actor, ...context }: ConfigurationContext, personId: string): boolean =>
  context.reads.people.get(personId)?.role === 'owner' && !(actor.kind === 'person' && actor.id === personId) && !isOwner({ actor });

/** Allowed for oneself, or for those who may configure people (for an owner: only owners); the person must exist. */
const decideOwn =
  <D extends { readonly personId: string }>(decide: ByRow<D>): ByRow<D> =>
  (data, row, context) => {
    if (!canActForPerson(context, data.personId)) return refusePermission('the person, an owner or an admin');
    if (isHiddenFrom(context, data.personId)) return refusePermission('the person, or another owner');
    // A command that follows from set-up may come before memory has folded that the owner joined.
    if (!isSystem(context) && !context.reads.people.get(data.personId)) return refuse('person.not_found');
    if (!isSystem(context) && context.reads.people.get(data.personId)?.state === 'erased') return refuse('person.erased');
    return decide(data, row, context);
  };

/** Also by a link that was sent to the person, which configures nothing else. */
const decideBySelf =
  <D extends { readonly personId: string }>(decide: ByRow<D>): ByRow<D> =>
  (data, row, context) =>
    context.actor.kind === 'person' && context.actor.id === data.personId && isByPageLink(context.actor)
      ? decide(data, row, context)
      : decideOwn(decide)(data, row, context);

const isOrdered = (fact: ContactFact): boolean =>
  fact.type === 'ContactMethodAdded' ||
  fact.type === 'ChatAccountLinked' ||
  fact.type === 'PhoneNumberOffered' ||
  (fact.type === 'ContactMethodVerified' && fact.data.isAccount === true);

const personIdOf = ({ personId }: { readonly personId: string }): string => personId;

/** The contact settings of one person: the stream `person-<id>`. */
export const contactsDecider: Decider<ContactRow, ContactCommand, ContactFact, ConfigurationReads> = {
  category: 'person',
  initial: { id: '', methods: [], rules: [] },
  // who is erased gets no address, and nobody an account that another person has just proved
  sequenceOf: (facts) => (facts.some(isOrdered) ? configurationSequence : undefined),
  streamId: {
    AddContactMethod: personIdOf,
    AskVerification: personIdOf,
    VerifyContactMethod: personIdOf,
    RecordVerification: personIdOf,
    RenewPushSubscription: personIdOf,
    DisableContactMethod: personIdOf,
    ProveAddress: personIdOf,
    RemoveContactMethod: personIdOf,
    LinkChatAccount: personIdOf,
    UnlinkChatAccount: personIdOf,
    SwitchOffContactMethod: personIdOf,
    SwitchOnContactMethod: personIdOf,
    ChooseWebhookRelay: personIdOf,
    AddNotificationRule: personIdOf,
    ChangeNotificationRule: personIdOf,
    RemoveNotificationRule: personIdOf,
    TellLeftBehind: personIdOf,
    EraseAtProviders: personIdOf,
    RecordProviderErasure: personIdOf,
    SaveSearch: personIdOf,
    ForgetSearch: personIdOf,
    AddFavourite: personIdOf,
    RemoveFavourite: personIdOf,
    FollowService: personIdOf,
    UnfollowService: personIdOf,
    ChooseNotice: personIdOf,
    PlanMorningSummary: personIdOf,
    ReviewMorningSummary: personIdOf,
    AllowRehearsalPages: personIdOf,
    DeclineRehearsalPages: personIdOf,
    OfferPhoneNumbers: personIdOf,
    UsePhoneOffer: personIdOf,
    DeclinePhoneOffer: personIdOf,
    ExpirePhoneOffer: personIdOf,
    PlanNightTest: personIdOf,
    CancelNightTest: personIdOf,
    MoveNightTest: personIdOf,
    RunNightTest: personIdOf,
    PlanWeeklySummary: personIdOf,
    ReviewWeeklySummary: personIdOf,
  },
  decide: {
    AddContactMethod: decideOwn(addMethod),
    AskVerification: decideOwn(askVerification),
    VerifyContactMethod: decideOwn(verifyMethod),
    RecordVerification: recordVerification,
    RenewPushSubscription: decideOwn(renewSubscription),
    DisableContactMethod: disableMethod,
    ProveAddress: proveAddress,
    RemoveContactMethod: decideOwn(removeMethod),
    LinkChatAccount: decideOwn(linkAccount),
    UnlinkChatAccount: decideOwn(unlinkAccount),
    SwitchOffContactMethod: decideOwn(switchMethodOff),
    SwitchOnContactMethod: decideOwn(switchMethodOn),
    ChooseWebhookRelay: decideOwn(chooseRelay),
    AddNotificationRule: decideOwn(addRule),
    ChangeNotificationRule: decideOwn(changeRule),
    RemoveNotificationRule: decideOwn(removeRule),
    TellLeftBehind: tellLeftBehind,
    EraseAtProviders: eraseAtProviders,
    RecordProviderErasure: recordProviderErasure,
    SaveSearch: decideOwn(saveSearch),
    ForgetSearch: decideOwn(forgetSearch),
    AddFavourite: decideOwn(addFavourite),
    RemoveFavourite: decideOwn(removeFavourite),
    FollowService: decideOwn(followService),
    UnfollowService: decideBySelf(unfollowService),
    ChooseNotice: decideBySelf(chooseNotice),
    PlanMorningSummary: planMorning,
    ReviewMorningSummary: reviewMorning,
    AllowRehearsalPages: decideOwn(allowRehearsalPages),
    DeclineRehearsalPages: decideOwn(declineRehearsalPages),
    OfferPhoneNumbers: offerNumbers,
    UsePhoneOffer: decideOwn(acceptOffer),
    DeclinePhoneOffer: decideOwn(declineOffer),
    ExpirePhoneOffer: expireOffer,
    PlanNightTest: decideOwn(planNightTest),
    CancelNightTest: decideOwn(cancelNightTest),
    MoveNightTest: followZone,
    RunNightTest: runNightTest,
    PlanWeeklySummary: planSummary,
    ReviewWeeklySummary: reviewSummary,
  },
  evolve: evolveOf<ContactRow, ContactRow, ContactFact>(
    contactFold,
    (row) => row,
    (before, _id, row) => row ?? before,
  ),
};

const sameInput = sameFor<ContactCommand>();

const choseSummary =
  (on: boolean) =>
  ({ personId }: { readonly personId: string }): ContactCommand => ({
    type: 'ChooseNotice',
    data: { personId, kind: 'weekly_summary', on, contactMethodId: null },
  });

const rulesOfBatch = (batch: readonly Message[]): readonly Pick<FactOf<'NotificationRuleAdded'>, 'ruleId' | 'urgency' | 'delayMinutes'>[] =>
  batch
    .filter(({ type }) => type === 'NotificationRuleAdded')
    .map(({ data }) => data as FactOf<'NotificationRuleAdded'>)
    .map(({ ruleId, urgency, delayMinutes }) => ({ ruleId, urgency, delayMinutes }));

const offeredIn = (batch: readonly Message[]): readonly object[] =>
  batch
    .filter(({ type }) => type === 'PhoneNumberOffered')
    .map(({ data }) => data as FactOf<'PhoneNumberOffered'>)
    .map(({ personId: _person, expiresAt: _end, ...offer }) => offer);

const endedOfferIn = (batch: readonly Message[]): string | undefined =>
  batch.flatMap(({ type, data }) => (type === 'PhoneOfferEnded' ? (data as FactOf<'PhoneOfferEnded'>).offerId : []))[0];

export const inputs: InputsOf<
  ContactFact,
  ContactCommand,
  | 'MoreLeftBehind'
  | 'ProviderErasureDue'
  | 'MorningSummaryPlanned'
  | 'MorningSummaryDue'
  | 'NightTestBegan'
  | 'NightTestMissed'
  | 'WeeklySummaryPlanned'
  | 'WeeklySummaryDue'
> = {
  ContactMethodAdded: ({ personId, contactMethodId, kind, address, secretRef, label, relaysAs }, batch) => {
    const offerId = endedOfferIn(batch);
    if (offerId !== undefined) return sameInput('UsePhoneOffer')({ personId, offerId, contactMethodId, kind, address });
    return sameInput('AddContactMethod')({
      personId,
      contactMethodId,
      kind,
      address,
      secretRef: secretRef ?? undefined,
      label,
      relaysAs,
      rules: rulesOfBatch(batch),
    });
  },
  PhoneNumberOffered: ({ personId }, batch) => sameInput('OfferPhoneNumbers')({ personId, offers: offeredIn(batch) }),
  PhoneOfferEnded: ({ personId, offerId, because }) =>
    sameInput(because === 'declined' ? 'DeclinePhoneOffer' : 'ExpirePhoneOffer')({ personId, offerId }),
  ContactMethodDisabled: sameInput('DisableContactMethod'),
  WebhookRelayChosen: sameInput('ChooseWebhookRelay'),
  PushSubscriptionRenewed: sameInput('RenewPushSubscription'),
  VerificationAsked: ({ personId, contactMethodId }) => ({ type: 'AskVerification', data: { personId, contactMethodId } }),
  ProviderErasureRecorded: sameInput('RecordProviderErasure'),
  VerificationSent: (data) => ({ type: 'RecordVerification', data: { ...data, outcome: 'sent' } }),
  VerificationFailed: (data) => sameInput('RecordVerification')({ ...data, outcome: 'failed' }),
  ContactMethodVerified: (data) => ({ type: 'VerifyContactMethod', data: withRightCode(data) }),
  ContactMethodRemoved: sameInput('RemoveContactMethod'),
  ChatAccountLinked: sameInput('LinkChatAccount'),
  ChatAccountUnlinked: sameInput('UnlinkChatAccount'),
  ContactMethodSwitchedOff: sameInput('SwitchOffContactMethod'),
  ContactMethodSwitchedOn: sameInput('SwitchOnContactMethod'),
  NotificationRuleAdded: sameInput('AddNotificationRule'),
  NotificationRuleChanged: sameInput('ChangeNotificationRule'),
  NotificationRuleRemoved: sameInput('RemoveNotificationRule'),
  SearchSaved: sameInput('SaveSearch'),
  SearchForgotten: sameInput('ForgetSearch'),
  FavouriteAdded: sameInput('AddFavourite'),
  FavouriteRemoved: sameInput('RemoveFavourite'),
  ServiceFollowed: sameInput('FollowService'),
  ServiceUnfollowed: sameInput('UnfollowService'),
  NoticeChosen: ({ dueAt: _planned, zones: _edition, ...data }) => sameInput('ChooseNotice')(data),
  RehearsalPagesAllowed: sameInput('AllowRehearsalPages'),
  RehearsalPagesDeclined: sameInput('DeclineRehearsalPages'),
  NightTestPlanned: ({ personId }) => ({ type: 'PlanNightTest', data: { personId } }),
  NightTestCancelled: sameInput('CancelNightTest'),
  WeeklySummaryTurnedOn: choseSummary(true),
  WeeklySummaryTurnedOff: choseSummary(false),
};
