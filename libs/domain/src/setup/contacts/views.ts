import type { ChatAccount } from '@tocsin/contracts/contacts/chat-accounts.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { Favourite } from '@tocsin/contracts/contacts/events.js';
import type { ContactMethod, ContactRow, FollowedService, NotificationRule, SavedSearch } from '@tocsin/contracts/contacts/rows.js';
import type { OpenPhoneOffer } from '@tocsin/contracts/contacts/phone-offers.js';
import type { NoticeChoice } from '@tocsin/contracts/notices/choices.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { phoneKeyOf } from './shared/phone-key.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

/** A person’s row exists from their first fact on: there is nothing to create. */
const changeRow =
  <Data extends { readonly personId: string }>(change: (row: ContactRow, data: Data, factMeta: FactMeta) => Partial<ContactRow>) =>
  (row: ContactRow | undefined, data: Data, factMeta: FactMeta): ContactRow => {
    const before = row ?? { id: data.personId, methods: [], rules: [] };
    return { ...before, ...change(before, data, factMeta) };
  };

const withMethod = (row: ContactRow, id: string, change: (method: ContactMethod) => ContactMethod): Partial<ContactRow> => ({
  methods: row.methods.map((method) => (method.contactMethodId === id ? change(method) : method)),
});

/** Empty for a person who has never saved one. */
export const favouritesOf = ({ favourites = [] }: Pick<ContactRow, 'favourites'>): readonly Favourite[] => favourites;
export const isSameFavourite = (one: Favourite, other: Favourite): boolean => one.kind === other.kind && one.subjectId === other.subjectId;

export const followsOf = ({ follows = [] }: Pick<ContactRow, 'follows'>): readonly FollowedService[] => follows;

const withoutFollowed = (row: ContactRow, serviceId: string): FollowedService[] =>
  followsOf(row).filter((followed) => followed.serviceId !== serviceId);

export const searchesOf = ({ searches = [] }: Pick<ContactRow, 'searches'>): readonly SavedSearch[] => searches;

export const offersOf = ({ phoneOffers = [] }: Pick<ContactRow, 'phoneOffers'>): readonly OpenPhoneOffer[] => phoneOffers;

const noticesOf = ({ notices = [] }: Pick<ContactRow, 'notices'>): readonly NoticeChoice[] => notices;

type VerificationState = NonNullable<ContactMethod['verification']>;

const withSending = (row: ContactRow, id: string, outcome: Pick<VerificationState, 'state' | 'reason'>): Partial<ContactRow> =>
  withMethod(row, id, (method) => (method.verification ? { ...method, verification: { ...method.verification, ...outcome } } : method));

/** One account of each chat. */
const withoutChat = ({ accounts = [] }: ContactRow, chat: ChatAccount['chat']): ChatAccount[] =>
  accounts.filter((one) => one.chat !== chat);

export const contactFold: RowFold<ContactRow, ContactFact> = {
  id: ({ personId }) => personId,
  steps: {
    ContactMethodAdded: changeRow((row, { personId: _owner, ...method }) => ({
      methods: [...row.methods, { ...method, verification: null }],
    })),
    VerificationAsked: changeRow((row, { contactMethodId, expiresAt }, { actor }) =>
      withMethod(row, contactMethodId, (method) => ({ ...method, verification: { state: 'asked', expiresAt, askedBy: actor.id } })),
    ),
    VerificationSent: changeRow((row, { contactMethodId }) => withSending(row, contactMethodId, { state: 'sent' })),
    VerificationFailed: changeRow((row, { contactMethodId, reason }) => withSending(row, contactMethodId, { state: 'failed', reason })),
    ContactMethodVerified: changeRow((row, { contactMethodId, numberId }, { at: verifiedAt }) =>
      withMethod(row, contactMethodId, ({ disabled: _back, ...method }) => ({
        ...method,
        verified: true,
        verification: null,
        verifiedAt,
        ...(numberId === undefined ? {} : { numberId }),
      })),
    ),
    ContactMethodDisabled: changeRow((row, { contactMethodId, reason, detail }, { at }) =>
      withMethod(row, contactMethodId, (method) => ({
        ...method,
        verified: false,
        disabled: { reason, at, ...(detail === undefined ? {} : { detail }) },
      })),
    ),
    ChatAccountLinked: changeRow((row, { personId: _owner, ...account }) => ({ accounts: [...withoutChat(row, account.chat), account] })),
    ChatAccountUnlinked: changeRow((row, { chat }) => ({ accounts: withoutChat(row, chat) })),
    ContactMethodSwitchedOff: changeRow((row, { contactMethodId }, { at }) =>
      withMethod(row, contactMethodId, (method) => ({ ...method, switchedOffAt: at })),
    ),
    ContactMethodSwitchedOn: changeRow((row, { contactMethodId }) =>
      withMethod(row, contactMethodId, ({ switchedOffAt: _since, ...method }) => method),
    ),
    WebhookRelayChosen: changeRow((row, { contactMethodId, relaysAs }) =>
      withMethod(row, contactMethodId, ({ relaysAs: _before, ...method }) => (relaysAs === null ? method : { ...method, relaysAs })),
    ),
    PushSubscriptionRenewed: changeRow((row, { contactMethodId, address, secretRef }) =>
      withMethod(row, contactMethodId, ({ disabled: _back, ...method }) => ({ ...method, address, secretRef, verified: true })),
    ),
    ContactMethodRemoved: changeRow((row, { contactMethodId }) => ({
      methods: row.methods.filter((method) => method.contactMethodId !== contactMethodId),
      rules: row.rules.filter((rule) => rule.contactMethodId !== contactMethodId),
    })),
    NotificationRuleAdded: changeRow((row, { personId: _owner, ...rule }) => ({ rules: [...row.rules, rule] })),
    NotificationRuleChanged: changeRow((row, { ruleId, delayMinutes }) => ({
      rules: row.rules.map((rule): NotificationRule => (rule.ruleId === ruleId ? { ...rule, delayMinutes } : rule)),
    })),
    PhoneNumberOffered: changeRow((row, { personId: _owner, ...offer }, { eventId }) => ({
      phoneOffers: [...offersOf(row), { ...offer, plannedBy: eventId }],
    })),
    PhoneOfferEnded: changeRow((row, { offerId }) => ({
      phoneOffers: offersOf(row).filter((offer) => offer.offerId !== offerId),
      endedOffers: [...(row.endedOffers ?? []), offerId],
    })),
    MoreLeftBehind: (row) => row,
    ProviderErasureDue: (row) => row,
    ProviderErasureRecorded: (row) => row,
    SearchSaved: changeRow((row, { personId: _owner, ...search }) => ({
      searches: [...searchesOf(row).filter(({ searchId }) => searchId !== search.searchId), search],
    })),
    SearchForgotten: changeRow((row, { searchId }) => ({ searches: searchesOf(row).filter((search) => search.searchId !== searchId) })),
    FavouriteAdded: changeRow((row, { kind, subjectId }) => ({ favourites: [...favouritesOf(row), { kind, subjectId }] })),
    FavouriteRemoved: changeRow((row, data) => ({ favourites: favouritesOf(row).filter((one) => !isSameFavourite(one, data)) })),
    ServiceFollowed: changeRow((row, { serviceId, contactMethodId }) => ({
      follows: [...withoutFollowed(row, serviceId), { serviceId, contactMethodId }],
    })),
    ServiceUnfollowed: changeRow((row, { serviceId }) => ({ follows: withoutFollowed(row, serviceId) })),
    NoticeChosen: changeRow((row, { personId: _owner, dueAt, zones: _edition, ...choice }, { eventId }) => {
      const notices = [...noticesOf(row).filter(({ kind }) => kind !== choice.kind), choice];
      if (choice.kind !== 'morning_summary') return { notices };
      return { notices, morning: dueAt === undefined ? undefined : { dueAt, plannedBy: eventId } };
    }),
    MorningSummaryPlanned: changeRow((_row, { dueAt }, { eventId }) => ({ morning: { dueAt, plannedBy: eventId } })),
    MorningSummaryDue: changeRow((_row, { nextAt }, { eventId }) => ({ morning: { dueAt: nextAt, plannedBy: eventId } })),
    RehearsalPagesAllowed: changeRow(() => ({ rehearsalPages: true })),
    RehearsalPagesDeclined: changeExisting(({ rehearsalPages: _before, ...row }) => row),
    NightTestPlanned: changeRow((_row, { dueAt }, { eventId }) => ({ nightTest: { dueAt, plannedBy: eventId } })),
    NightTestCancelled: changeExisting(({ nightTest: _planned, ...row }) => row),
    NightTestBegan: changeExisting(({ nightTest: _planned, ...row }, _data, { at }) => ({ ...row, lastNightTest: { at, took: 'place' } })),
    NightTestMissed: changeExisting(({ nightTest: _planned, ...row }, _data, { at }) => ({
      ...row,
      lastNightTest: { at, took: 'no_place' },
    })),
    WeeklySummaryTurnedOn: changeRow((_row, { dueAt }, { eventId }) => ({ weeklySummary: { dueAt, plannedBy: eventId } })),
    WeeklySummaryPlanned: changeRow((_row, { dueAt }, { eventId }) => ({ weeklySummary: { dueAt, plannedBy: eventId } })),
    WeeklySummaryDue: changeRow((_row, { nextAt, monday }, { eventId }) => ({
      weeklySummary: { dueAt: nextAt, plannedBy: eventId },
      lastSummary: monday,
    })),
    WeeklySummaryTurnedOff: changeExisting(({ weeklySummary: _off, ...row }) => row),
    NotificationRuleRemoved: changeRow((row, { ruleId }) => ({ rules: row.rules.filter((rule) => rule.ruleId !== ruleId) })),
  },
};

const withAddresses = viewOf('contacts', contactFold, { owner: (row) => row.id, version: 2 });

/** An erased person can’t be reached: all contact settings are removed. */
const eraseRow: RowChange<ContactRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonErased'>).personId],
  row: (row) => row && { id: row.id, methods: [], rules: [] },
};

export const contactsView: View<ContactRow> = {
  ...withAddresses,
  indexes: {
    phone: ({ methods }) => methods.flatMap((method) => phoneKeyOf(method) ?? []),
    followed: (row) => followsOf(row).map(({ serviceId }) => serviceId),
  },
  on: { ...withAddresses.on, PersonErased: eraseRow },
};
