import type { Fact } from '@tocsin/contracts/catalogue.js';
import { groupHeldBy, groupPaging, personJoined, policyCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { actorWithRole, bySystem, LargeWorld, longest, longName, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

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
export const twoPeople = (): LargeWorld =>
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
export const about = (large: LargeWorld, more: object = {}): LargestCase => ({ large, data: { personId: person(1), ...more } });
export const disabled: Fact = { type: 'PersonDisabled', data: { personId: person(1) } };

const plannedLeave: Fact = {
  type: 'AwayPlanned',
  data: { personId: person(1), awayId: nth('af', 0), from: laterInstant, to: '2027-12-21T03:12:00.000Z' },
};

const longEmail = `${'n'.repeat(180)}@example.org`;
const emailAsked: Fact = { type: 'EmailChangeAsked', data: { personId: person(1), email: longEmail, expiresAt: laterInstant } };

export const largest: LargestCases = {
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
