import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { ContactFact } from '@tocsin/contracts/contacts.js';
import type { ContactMethod, ContactRow, NotificationRule, SavedSearch } from '@tocsin/contracts/contact-rows.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { changing, viewOf, type RowFold } from '../rules/row-fold.js';

/** A person’s row exists from their first fact on: there is nothing to create. */
const onRow =
  <Data extends { readonly personId: string }>(change: (row: ContactRow, data: Data, when: When) => Partial<ContactRow>) =>
  (row: ContactRow | undefined, data: Data, when: When): ContactRow => {
    const before = row ?? { id: data.personId, methods: [], rules: [] };
    return { ...before, ...change(before, data, when) };
  };

const withMethod = (row: ContactRow, id: string, change: (method: ContactMethod) => ContactMethod): Partial<ContactRow> => ({
  methods: row.methods.map((method) => (method.contactMethodId === id ? change(method) : method)),
});

/** Empty for rows from before there were saved searches. */
export const searchesIn = ({ searches = [] }: Pick<ContactRow, 'searches'>): readonly SavedSearch[] => searches;

type Sending = NonNullable<ContactMethod['verification']>;

const withSending = (row: ContactRow, id: string, outcome: Pick<Sending, 'state' | 'reason'>): Partial<ContactRow> =>
  withMethod(row, id, (method) => (method.verification ? { ...method, verification: { ...method.verification, ...outcome } } : method));

export const contactFold: RowFold<ContactRow, ContactFact> = {
  id: ({ personId }) => personId,
  steps: {
    ContactMethodAdded: onRow((row, { personId: _owner, ...method }) => ({ methods: [...row.methods, { ...method, verification: null }] })),
    VerificationAsked: onRow((row, { contactMethodId, expiresAt }, { actor }) =>
      withMethod(row, contactMethodId, (method) => ({ ...method, verification: { state: 'asked', expiresAt, askedBy: actor.id } })),
    ),
    VerificationSent: onRow((row, { contactMethodId }) => withSending(row, contactMethodId, { state: 'sent' })),
    VerificationFailed: onRow((row, { contactMethodId, reason }) => withSending(row, contactMethodId, { state: 'failed', reason })),
    ContactMethodVerified: onRow((row, { contactMethodId }) =>
      withMethod(row, contactMethodId, (method) => ({ ...method, verified: true, verification: null })),
    ),
    ContactMethodDisabled: onRow((row, { contactMethodId, reason }, { at }) =>
      withMethod(row, contactMethodId, (method) => ({ ...method, verified: false, disabled: { reason, at } })),
    ),
    ContactMethodSwitchedOff: onRow((row, { contactMethodId }, { at }) =>
      withMethod(row, contactMethodId, (method) => ({ ...method, switchedOffAt: at })),
    ),
    ContactMethodSwitchedOn: onRow((row, { contactMethodId }) =>
      withMethod(row, contactMethodId, ({ switchedOffAt: _since, ...method }) => method),
    ),
    WebhookRelayChosen: onRow((row, { contactMethodId, relaysAs }) =>
      withMethod(row, contactMethodId, ({ relaysAs: _before, ...method }) => (relaysAs === null ? method : { ...method, relaysAs })),
    ),
    PushSubscriptionRenewed: onRow((row, { contactMethodId, address, secretRef }) =>
      withMethod(row, contactMethodId, ({ disabled: _back, ...method }) => ({ ...method, address, secretRef, verified: true })),
    ),
    ContactMethodRemoved: onRow((row, { contactMethodId }) => ({
      methods: row.methods.filter((method) => method.contactMethodId !== contactMethodId),
      rules: row.rules.filter((rule) => rule.contactMethodId !== contactMethodId),
    })),
    NotificationRuleAdded: onRow((row, { personId: _owner, ...rule }) => ({ rules: [...row.rules, rule] })),
    NotificationRuleChanged: onRow((row, { ruleId, delayMinutes }) => ({
      rules: row.rules.map((rule): NotificationRule => (rule.ruleId === ruleId ? { ...rule, delayMinutes } : rule)),
    })),
    ContactsChangedWhilePaged: (row) => row,
    MoreLeftBehind: (row) => row,
    SearchSaved: onRow((row, { personId: _owner, ...search }) => ({
      searches: [...searchesIn(row).filter(({ searchId }) => searchId !== search.searchId), search],
    })),
    SearchForgotten: onRow((row, { searchId }) => ({ searches: searchesIn(row).filter((search) => search.searchId !== searchId) })),
    WeeklySummaryTurnedOn: onRow((_row, { dueAt }, { eventId }) => ({ weeklySummary: { dueAt, plannedBy: eventId } })),
    WeeklySummaryPlanned: onRow((_row, { dueAt }, { eventId }) => ({ weeklySummary: { dueAt, plannedBy: eventId } })),
    WeeklySummaryDue: onRow((_row, { nextAt, monday }, { eventId }) => ({
      weeklySummary: { dueAt: nextAt, plannedBy: eventId },
      lastSummary: monday,
    })),
    WeeklySummaryTurnedOff: changing(({ weeklySummary: _off, ...row }) => row),
    NotificationRuleRemoved: onRow((row, { ruleId }) => ({ rules: row.rules.filter((rule) => rule.ruleId !== ruleId) })),
  },
};

const withAddresses = viewOf('contacts', contactFold, { owner: (row) => row.id });

/** An erased person can’t be reached: all contact settings are removed. */
const onErased: RowChange<ContactRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonErased'>).personId],
  row: (row) => row && { id: row.id, methods: [], rules: [] },
};

export const contactsView: View<ContactRow> = { ...withAddresses, on: { ...withAddresses.on, PersonErased: onErased } };
