import type { Fact } from '@tocsin/contracts/catalogue.js';
import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';
import { offersPerPerson } from '@tocsin/contracts/contacts/phone-offers.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { about, departureWorld, disabled, twoPeople } from '../people/largest.fixture.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { twilioAdded } from '../connections/facts.fixture.js';
import { actorWithRole, bySystem, LargeWorld, longest, longName, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import { policyCreated, serviceCreated, teamCreated } from '@tocsin/testing/largest/facts.js';

/** What became of the copies of each kind. */
const everyKind = contactKinds.map((kind) => ({
  kind,
  deleted: 1_000_000,
  kept: 1_000_000,
  reason: 'delivery.connection_refused' as const,
}));

const laterInstant = '2027-11-21T03:12:00.000Z';

const method = (n: number): Fact => ({
  type: 'ContactMethodAdded',
  data: {
    personId: person(1),
    contactMethodId: nth('c0', n),
    kind: 'webhook',
    address: `https://${n}.example.org/${'漢'.repeat(1_970)}`,
    verified: n < 9,
    secretRef: 's'.repeat(80),
    label: longest(60),
  },
});
const rule = (n: number): Fact => ({
  type: 'NotificationRuleAdded',
  data: { personId: person(1), ruleId: nth('c1', n), urgency: 'high', contactMethodId: nth('c0', n % 9), delayMinutes: n },
});
const search = (n: number): Fact => ({
  type: 'SearchSaved',
  data: { personId: person(1), searchId: nth('c2', n), name: longName(n), query: longest(500) },
});
const mark = (n: number): Fact => ({ type: 'FavouriteAdded', data: { personId: person(1), kind: 'service', subjectId: nth('5e', n + 1) } });
const contacts = (methods = 9, rules = 14): LargeWorld =>
  twoPeople().has(`person-${person(1)}`, ...many(methods, method), ...many(rules, rule), ...many(19, search), ...many(99, mark));
const ofMethod = (n: number, more: object = {}, large = contacts(10)): LargestCase =>
  about(large, { contactMethodId: nth('c0', n), ...more });
const verificationRequest: Fact = {
  type: 'VerificationAsked',
  data: { personId: person(1), contactMethodId: nth('c0', 9), expiresAt: laterInstant },
};
const withSummary = (dueAt: string): LargeWorld =>
  contacts().has(`person-${person(1)}`, { type: 'WeeklySummaryTurnedOn', data: { personId: person(1), dueAt } });
const withMorning = (dueAt: string): LargeWorld =>
  contacts().has(`person-${person(1)}`, {
    type: 'NoticeChosen',
    data: { personId: person(1), kind: 'morning_summary', on: true, contactMethodId: null, minute: 1_439, always: true, dueAt },
  });
const offer = (n: number) => ({
  offerId: nth('0f', n),
  system: 'pagerduty' as const,
  kind: 'voice' as const,
  ending: '67',
  secretRef: 's'.repeat(80),
});
const withOffers = (expiresAt: string): LargeWorld =>
  contacts().has(
    `person-${person(1)}`,
    ...many(offersPerPerson, (n): Fact => ({ type: 'PhoneNumberOffered', data: { personId: person(1), ...offer(n), expiresAt } })),
  );
const withNightTest = (dueAt: string): LargeWorld =>
  contacts().has(`person-${person(1)}`, { type: 'NightTestPlanned', data: { personId: person(1), dueAt } });
const toVerify = (): LargeWorld => contacts(10).has(`person-${person(1)}`, verificationRequest);

export const largest: LargestCases = {
  AddContactMethod: () =>
    about(contacts(9, 0), {
      kind: 'push',
      address: `https://${'漢'.repeat(1_980)}.org`,
      secretRef: 's'.repeat(80),
      label: longest(60),
      rules: many(15, (n) => ({ urgency: 'high', delayMinutes: n })),
    }),
  AskVerification: () => ofMethod(9),
  ProveAddress: () => ({ ...about(contacts(), { address: `${'p'.repeat(180)}@example.org` }), actor: bySystem }),
  VerifyContactMethod: () => ofMethod(9, { codeCheck: 'right' }, toVerify()),
  RecordVerification: () => {
    const failedAttempt = { outcome: 'failed', reason: 'delivery.provider_rejected', detail: longest(500) };
    return { ...ofMethod(9, failedAttempt, toVerify()), actor: bySystem };
  },
  RenewPushSubscription: () => {
    const large = twoPeople().has(
      `person-${person(1)}`,
      ...many(9, method).map((fact) => ({ ...fact, data: { ...fact.data, kind: 'push' } }) as Fact),
    );
    return ofMethod(1, { address: `https://${'漢'.repeat(1_970)}.net`, secretRef: 's' }, large);
  },
  DisableContactMethod: () => ({ ...ofMethod(1, { reason: 'delivery.subscription_gone' }), actor: bySystem }),
  RemoveContactMethod: () => ofMethod(1),
  LinkChatAccount: () => ({
    ...about(contacts(), { chat: 'mattermost', account: longest(400), label: longest(400) }),
    actor: actorWithRole(person(1), 'member'),
  }),
  UnlinkChatAccount: () => {
    const data = { personId: person(1), chat: 'mattermost' as const, account: longest(400), label: longest(400) };
    return about(contacts().has(`person-${person(1)}`, { type: 'ChatAccountLinked', data }), { chat: 'mattermost' });
  },
  SwitchOffContactMethod: () => ofMethod(1),
  SwitchOnContactMethod: () => {
    const off: Fact = { type: 'ContactMethodSwitchedOff', data: { personId: person(1), contactMethodId: nth('c0', 1) } };
    return ofMethod(1, {}, contacts().has(`person-${person(1)}`, off));
  },
  ChooseWebhookRelay: () => ofMethod(1, { relaysAs: 'voice' }),
  AddNotificationRule: () => ofMethod(1, { urgency: 'high', delayMinutes: 1_440 }),
  ChangeNotificationRule: () => about(contacts(), { ruleId: nth('c1', 1), delayMinutes: 1_440 }),
  RemoveNotificationRule: () => about(contacts(), { ruleId: nth('c1', 1) }),
  TellLeftBehind: () => {
    const large = departureWorld();
    large.world.record('people-directory', [disabled], bySystem);
    const after = { standsIn: null };
    return { ...about(large, { because: 'disabled', replacementId: person(0), after }), actor: bySystem };
  },
  EraseAtProviders: () => {
    const large = contacts();
    large.world.record('people-directory', [disabled, { type: 'PersonErased', data: { personId: person(1) } }], bySystem);
    return { ...about(large, { after: longest(500), copies: everyKind }), actor: bySystem };
  },
  RecordProviderErasure: () => ({ ...about(contacts(), { copies: everyKind, next: longest(500) }), actor: bySystem }),
  SaveSearch: () => ({ ...about(contacts(), { name: longName(99), query: longest(500) }), actor: actorWithRole(person(1), 'member') }),
  AddFavourite: () => {
    const large = contacts().has(
      `team-${team(0)}`,
      teamCreated(team(0)),
      policyCreated(team(0), 0, [person(1)]),
      serviceCreated(team(0), 0),
    );
    return { ...about(large, { kind: 'service', subjectId: nth('5e', 0) }), actor: actorWithRole(person(1), 'member') };
  },
  FollowService: () => {
    const large = contacts().has(
      `team-${team(0)}`,
      teamCreated(team(0)),
      policyCreated(team(0), 0, [person(1)]),
      serviceCreated(team(0), 0),
    );
    return { ...about(large, { serviceId: nth('5e', 0), contactMethodId: null }), actor: actorWithRole(person(1), 'member') };
  },
  UnfollowService: () =>
    about(
      contacts().has(`person-${person(1)}`, {
        type: 'ServiceFollowed',
        data: { personId: person(1), serviceId: nth('5e', 0), contactMethodId: null },
      }),
      { serviceId: nth('5e', 0) },
    ),
  RemoveFavourite: () => about(contacts(), { kind: 'service', subjectId: nth('5e', 1) }),
  ForgetSearch: () => about(contacts(), { searchId: nth('c2', 1) }),
  ChooseNotice: () =>
    about(contacts(), {
      kind: 'morning_summary',
      on: true,
      contactMethodId: null,
      leads: [1_440, 720, 60, 15],
      minute: 1_439,
      always: true,
    }),
  PlanMorningSummary: () => ({ ...about(withMorning(laterInstant)), actor: bySystem }),
  ReviewMorningSummary: () => {
    const large = withMorning('2026-11-21T03:00:00.000Z');
    const { morning } = large.world.memory.rows<ContactRow>('contacts').get(person(1))!;
    return { ...about(large, morning), actor: bySystem };
  },
  AllowRehearsalPages: () => ({ ...about(contacts()), actor: actorWithRole(person(1), 'member') }),
  DeclineRehearsalPages: () =>
    about(contacts().has(`person-${person(1)}`, { type: 'RehearsalPagesAllowed', data: { personId: person(1) } })),
  OfferPhoneNumbers: () => ({
    ...about(contacts(), { offers: many(offersPerPerson, offer) }),
    actor: actorWithRole(person(2), 'admin'),
  }),
  UsePhoneOffer: () => {
    const large = withOffers(laterInstant).has('connections', twilioAdded);
    return { ...about(large, { offerId: nth('0f', 1), kind: 'sms', address: '+41791234567' }), actor: actorWithRole(person(1), 'member') };
  },
  DeclinePhoneOffer: () => ({
    ...about(withOffers(laterInstant), { offerId: nth('0f', 1) }),
    actor: actorWithRole(person(1), 'member'),
  }),
  ExpirePhoneOffer: () => ({ ...about(withOffers('2026-11-21T03:00:00.000Z'), { offerId: nth('0f', 1) }), actor: bySystem }),
  PlanNightTest: () => ({ ...about(contacts()), actor: actorWithRole(person(1), 'member') }),
  CancelNightTest: () => about(withNightTest(laterInstant)),
  MoveNightTest: () => ({ ...about(withNightTest(laterInstant)), actor: bySystem }),
  RunNightTest: () => {
    const large = withNightTest('2026-11-21T03:00:00.000Z');
    const { nightTest } = large.world.memory.rows<ContactRow>('contacts').get(person(1))!;
    return { ...about(large, nightTest), actor: bySystem };
  },
  PlanWeeklySummary: () => ({ ...about(withSummary(laterInstant)), actor: bySystem }),
  ReviewWeeklySummary: () => {
    const large = withSummary('2026-11-16T08:00:00.000Z');
    const { weeklySummary } = large.world.memory.rows<ContactRow>('contacts').get(person(1))!;
    return { ...about(large, weeklySummary), actor: bySystem };
  },
};
