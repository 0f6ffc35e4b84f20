import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { groupHeldBy, groupPaging, personJoined, policyCreated, teamCreated } from './facts.js';
import type { LargestCase, LargestCases } from './case.js';
import { actorWithRole, bySystem, LargeWorld, longest, longName, many, nth, person, team } from './large-world.js';

const laterInstant = '2027-11-21T03:12:00.000Z';

/** The maximum that one table can invite, each person into a team. */
const invitation = (n: number) => ({
  personId: person(n),
  name: longName(n),
  email: `${n}@${'e'.repeat(180)}.example.org`,
  role: 'member' as const,
  timeZone: 'z'.repeat(64),
  invitationHash: `${n}`.padEnd(64, 'f'),
  expiresAt: laterInstant,
});
const personInvited = (n: number): Fact => ({ type: 'PersonInvited', data: invitation(n) });

/** Ten thousand people. */
const everyoneWorld = (): LargeWorld =>
  new LargeWorld().has('people-directory', ...many(10_000, (n) => personJoined(n, n === 0 ? 'owner' : 'member')));
const twoPeople = (): LargeWorld =>
  new LargeWorld().has('people-directory', personJoined(0, 'owner'), personJoined(1), personJoined(2), personInvited(3));

const holidayCalendarId = nth('4d', 0);
const withHolidays = (): LargeWorld =>
  twoPeople().has('holidays', { type: 'HolidayCalendarImported', data: { calendarId: holidayCalendarId, name: longName(), days: [] } });

/** A person who has acknowledged many groups, is paged for as many, and is in each of many policies. */
export const departureWorld = (...more: readonly Fact[]): LargeWorld => {
  const large = new LargeWorld().has('people-directory', ...many(201, (n) => personJoined(n, n === 0 ? 'owner' : 'member')), ...more);
  large.has(`team-${team(0)}`, teamCreated(team(0)), ...many(250, (n) => policyCreated(team(0), n)));
  for (const n of many(450, (at) => at)) large.has(`alertGroup-${nth('6a', n)}`, ...groupHeldBy(n, person(1)));
  for (const n of many(450, (at) => at + 450)) large.has(`alertGroup-${nth('6a', n)}`, ...groupPaging(n, person(1)));
  return large;
};
const away = { personId: person(1), replacementId: person(0), leaveGaps: false };
const about = (large: LargeWorld, more: object = {}): LargestCase => ({ large, data: { personId: person(1), ...more } });
export const disabled: Fact = { type: 'PersonDisabled', data: { personId: person(1) } };

const plannedLeave: Fact = {
  type: 'AwayPlanned',
  data: { personId: person(1), awayId: nth('af', 0), from: laterInstant, to: '2027-12-21T03:12:00.000Z' },
};

const longEmail = `${'n'.repeat(180)}@example.org`;
const emailAsked: Fact = { type: 'EmailChangeAsked', data: { personId: person(1), email: longEmail, expiresAt: laterInstant } };

export const peopleCases: LargestCases = {
  InvitePerson: () => ({ large: everyoneWorld(), data: invitation(10_001) }),
  InvitePeople: () => {
    const teams = [{ teamId: team(0), role: 'responder' }];
    const large = twoPeople().has(`team-${team(0)}`, teamCreated(team(0)));
    return { large, data: { people: many(500, (n) => ({ ...invitation(n + 1_000), teams })) } };
  },
  JoinPerson: () => ({
    large: twoPeople(),
    data: { personId: person(3), passwordRef: 'p'.repeat(80), name: longName(), timeZone: 'z'.repeat(64) },
  }),
  JoinFirstOwner: () => {
    const data = { personId: person(0), name: longName(), email: `${'o'.repeat(180)}@example.org`, timeZone: 'UTC', passwordRef: 'p' };
    return { large: new LargeWorld(), data, actor: bySystem };
  },
  RenamePerson: () => about(twoPeople(), { name: longName(9) }),
  ChangePersonTimeZone: () => about(twoPeople(), { timeZone: 'y'.repeat(64) }),
  ChooseHolidayCalendar: () => about(withHolidays(), { calendarId: holidayCalendarId }),
  ChooseClockFormat: () => about(twoPeople(), { format: '12h' }),
  ChooseLowUrgencyHours: () => {
    const working = { from: '09:00', to: '18:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
    return about(twoPeople(), { pages: 'working', sleep: { from: '22:00', to: '08:00' }, working });
  },
  PlanAway: () => about(twoPeople(), { to: laterInstant }),
  EndAway: () => about(twoPeople().has('people-directory', plannedLeave), { awayId: nth('af', 0) }),
  AskEmailChange: () => ({ ...about(everyoneWorld(), { email: longEmail }), actor: actorWithRole(person(1)) }),
  ConfirmEmailChange: () => ({
    ...about(everyoneWorld().has('people-directory', emailAsked), { codeCheck: 'right' }),
    actor: actorWithRole(person(1)),
  }),
  CancelEmailChange: () => ({ ...about(twoPeople().has('people-directory', emailAsked)), actor: actorWithRole(person(1)) }),
  RecordEmailChangeMail: () => {
    const failedMail = { expiresAt: laterInstant, outcome: 'failed', reason: 'delivery.provider_rejected', detail: longest(500) };
    return { ...about(twoPeople().has('people-directory', emailAsked), failedMail), actor: bySystem };
  },
  ChangePersonRole: () => ({ large: departureWorld(), data: { ...away, role: 'observer' } }),
  DisablePerson: () => ({ large: departureWorld(), data: away }),
  MakeAuditor: () => about(twoPeople()),
  EndAuditor: () => about(twoPeople().has('people-directory', { type: 'PersonMadeAuditor', data: { personId: person(1) } })),
  EnablePerson: () => about(twoPeople().has('people-directory', disabled)),
  ErasePerson: () => about(departureWorld().has('people-directory', disabled)),
};

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
const contacts = (methods = 9, rules = 14): LargeWorld =>
  twoPeople().has(`person-${person(1)}`, ...many(methods, method), ...many(rules, rule), ...many(19, search));
const ofMethod = (n: number, more: object = {}, large = contacts(10)): LargestCase =>
  about(large, { contactMethodId: nth('c0', n), ...more });
const verificationRequest: Fact = {
  type: 'VerificationAsked',
  data: { personId: person(1), contactMethodId: nth('c0', 9), expiresAt: laterInstant },
};
const withSummary = (dueAt: string): LargeWorld =>
  contacts().has(`person-${person(1)}`, { type: 'WeeklySummaryTurnedOn', data: { personId: person(1), dueAt } });
const toVerify = (): LargeWorld => contacts(10).has(`person-${person(1)}`, verificationRequest);

export const contactCases: LargestCases = {
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
  SaveSearch: () => ({ ...about(contacts(), { name: longName(99), query: longest(500) }), actor: actorWithRole(person(1), 'member') }),
  ForgetSearch: () => about(contacts(), { searchId: nth('c2', 1) }),
  TurnOnWeeklySummary: () => about(contacts()),
  TurnOffWeeklySummary: () => about(withSummary(laterInstant)),
  PlanWeeklySummary: () => ({ ...about(withSummary(laterInstant)), actor: bySystem }),
  ReviewWeeklySummary: () => {
    const large = withSummary('2026-11-16T08:00:00.000Z');
    const { weeklySummary } = large.world.memory.rows<ContactRow>('contacts').get(person(1))!;
    return { ...about(large, weeklySummary), actor: bySystem };
  },
};
