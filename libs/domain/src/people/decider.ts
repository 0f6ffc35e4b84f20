import { isErased } from '@tocsin/contracts/ids.js';
import type { PeopleFact, PersonRow } from '@tocsin/contracts/people.js';
import type { DataOf, Decider } from '@tocsin/kernel/decide/decider.js';
import { isRefused, Nothing } from '@tocsin/kernel/decide/refused.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { withRightCode } from '../rules/code-check.js';
import { denied, isSystem, mayEverywhere } from '../rules/permissions.js';
import { refuse } from '../rules/refuse.js';
import { chooseLowUrgencyHours, endAway, planAway } from './away.js';
import type { PeopleCommand } from './commands.js';
import { askEmailChange, cancelEmailChange, confirmEmailChange, recordEmailChangeMail } from './email-change.js';
import { evolvePeople } from './fold.js';
import { invite, inviteAll, join, joinFirstOwner } from './inviting.js';
import { leftBy, teamsOf } from './leaving.js';
import type { PeopleState } from './state.js';
import { sameFor, type InputsOf } from '../inputs.js';
import { aboutOther, aboutSelf, admins, withCurrentRoles, mayRole, owners, type ByPerson, type PeopleAnswer } from './who-may.js';

type Data<T extends PeopleCommand['type']> = DataOf<PeopleCommand, T>;

const isLastOwner = (state: PeopleState, person: PersonRow): boolean => {
  const active = (row: PersonRow) => row.role === 'owner' && row.state === 'active';
  return active(person) && !state.values().some((row) => row.id !== person.id && active(row));
};

/** An observer is never paged and in no team: becoming one has the same effects as being disabled, except that the account stays. */
const observe = (data: Data<'ChangePersonRole'>, { reads }: ConfigurationContext, state: PeopleState): PeopleAnswer => {
  const { personId, role } = data;
  const left = leftBy(data, state, reads);
  if (isRefused(left)) return left;
  return [{ type: 'PersonRoleChanged', data: { personId, role, ...left, teams: teamsOf(reads, personId) } }];
};

const changeRole: ByPerson<Data<'ChangePersonRole'>> = (data, person, context, state) => {
  const { personId, role } = data;
  if (person.role === role) return new Nothing();
  if (!mayRole(context, role)) return denied(owners);
  if (isLastOwner(state, person)) return refuse('person.last_owner');
  if (role === 'observer') return observe(data, context, state);
  return [{ type: 'PersonRoleChanged', data: { personId, role, ...(role === 'owner' ? { accessEnded: true } : {}) } }];
};

const disable: ByPerson<Data<'DisablePerson'>> = (data, person, context, state) => {
  if (person.state === 'disabled') return new Nothing();
  // Tocsin itself repeats acts that a restored log has lost, including that there was another owner by then
  if (isLastOwner(state, person) && !isSystem(context)) return refuse('person.last_owner');
  const left = leftBy(data, state, context.reads);
  return isRefused(left) ? left : [{ type: 'PersonDisabled', data: { personId: data.personId, ...left } }];
};

/**
 * A person who can still act or be paged must be disabled first. Tocsin itself repeats an erasure that a restored log
 * has lost.
 */
const erase = ({ personId }: Data<'ErasePerson'>, state: PeopleState, given: ConfigurationContext): PeopleAnswer => {
  const context = withCurrentRoles(state, given);
  if (!mayEverywhere(context, 'person.erase')) return denied(admins);
  const person = state.get(personId);
  if (!person) return refuse('person.not_found');
  if (person.state === 'erased') return new Nothing();
  if (!mayRole(context, person.role)) return denied(owners);
  if (isLastOwner(state, person) && !isSystem(context)) return refuse('person.last_owner');
  if (person.state !== 'disabled' && !isSystem(context)) return refuse('person.not_disabled');
  const teams = teamsOf(context.reads, personId);
  return [{ type: 'PersonErased', data: { personId, ...(teams.length > 0 ? { teams } : {}) } }];
};

const isSameName = (person: PersonRow, name: string): boolean => !isErased(person.name) && person.name === name;

const one = () => '';

/**
 * People and roles: the stream `people-directory`. One stream for all, so that e-mail addresses are unique and an owner
 * always remains.
 */
export const peopleDecider: Decider<PeopleState, PeopleCommand, PeopleFact, ConfigurationReads> = {
  category: 'people-directory',
  single: true,
  initial: Table.empty(),
  streamId: {
    InvitePerson: one,
    InvitePeople: one,
    JoinPerson: one,
    JoinFirstOwner: one,
    RenamePerson: one,
    ChangePersonTimeZone: one,
    ChooseClockFormat: one,
    ChooseHolidayCalendar: one,
    ChooseLowUrgencyHours: one,
    PlanAway: one,
    EndAway: one,
    AskEmailChange: one,
    ConfirmEmailChange: one,
    CancelEmailChange: one,
    RecordEmailChangeMail: one,
    ChangePersonRole: one,
    DisablePerson: one,
    MakeAuditor: one,
    EndAuditor: one,
    EnablePerson: one,
    ErasePerson: one,
  },
  decide: {
    InvitePerson: invite,
    InvitePeople: inviteAll,
    JoinPerson: join,
    JoinFirstOwner: joinFirstOwner,
    RenamePerson: aboutSelf((data, person) => (isSameName(person, data.name) ? new Nothing() : [{ type: 'PersonRenamed', data }])),
    ChangePersonTimeZone: aboutSelf((data, person) =>
      person.timeZone === data.timeZone ? new Nothing() : [{ type: 'PersonTimeZoneChanged', data }],
    ),
    ChooseClockFormat: aboutSelf((data, { clockFormat = '24h' }) =>
      clockFormat === data.format ? new Nothing() : [{ type: 'ClockFormatChosen', data }],
    ),
    ChooseHolidayCalendar: aboutSelf((data, { holidayCalendarId = null }, { reads }) => {
      if (holidayCalendarId === data.calendarId) return new Nothing();
      if (data.calendarId !== null && !reads.holidayCalendars.get(data.calendarId)) return refuse('holidays.not_found', {}, 'calendarId');
      return [{ type: 'HolidayCalendarChosen', data }];
    }),
    ChooseLowUrgencyHours: aboutSelf(chooseLowUrgencyHours),
    PlanAway: aboutSelf(planAway),
    EndAway: aboutSelf(endAway),
    AskEmailChange: askEmailChange,
    ConfirmEmailChange: confirmEmailChange,
    CancelEmailChange: cancelEmailChange,
    RecordEmailChangeMail: recordEmailChangeMail,
    ChangePersonRole: aboutOther(changeRole),
    DisablePerson: aboutOther(disable),
    MakeAuditor: aboutOther((data, person) => (person.auditor ? new Nothing() : [{ type: 'PersonMadeAuditor', data }])),
    EndAuditor: aboutOther((data, person) => (person.auditor ? [{ type: 'AuditorEnded', data }] : new Nothing())),
    EnablePerson: aboutOther((data, person) => (person.state === 'disabled' ? [{ type: 'PersonEnabled', data }] : new Nothing())),
    ErasePerson: erase,
  },
  evolve: evolvePeople,
};

const same = sameFor<PeopleCommand>();

/**
 * The fact records a replacement, or that gaps are left. Where no policy and no schedule named the person, it does not
 * record whether the command allowed gaps: that changes no decision.
 */
const inTheirPlace = (replacementId: string | null | undefined): Pick<Data<'DisablePerson'>, 'replacementId' | 'leaveGaps'> =>
  replacementId ? { replacementId, leaveGaps: false } : { leaveGaps: true };

/** The command that each fact was decided by. */
export const inputs: InputsOf<PeopleFact, PeopleCommand> = {
  PersonInvited: (data, batch) =>
    batch.length === 1 && !data.teams ? same('InvitePerson')(data) : same('InvitePeople')({ people: batch.map((fact) => fact.data) }),
  PersonJoined: ({ personId, passwordRef, name, timeZone, addressProved }) =>
    same('JoinPerson')({ personId, passwordRef, name, timeZone, addressProved }),
  PersonRenamed: same('RenamePerson'),
  ClockFormatChosen: same('ChooseClockFormat'),
  HolidayCalendarChosen: same('ChooseHolidayCalendar'),
  LowUrgencyHoursChosen: same('ChooseLowUrgencyHours'),
  AwayPlanned: same('PlanAway'),
  AwayEnded: same('EndAway'),
  EmailChangeAsked: ({ personId, email }) => same('AskEmailChange')({ personId, email }),
  EmailChangeMailSent: (data) => ({ type: 'RecordEmailChangeMail', data: { ...data, outcome: 'sent' } }),
  EmailChangeMailFailed: (data) => ({ type: 'RecordEmailChangeMail', data: { ...data, outcome: 'failed' } }),
  EmailChangeCancelled: same('CancelEmailChange'),
  EmailChanged: ({ personId }) => ({ type: 'ConfirmEmailChange', data: withRightCode({ personId }) }),
  PersonTimeZoneChanged: same('ChangePersonTimeZone'),
  PersonRoleChanged: ({ personId, role, replacementId }) => ({
    type: 'ChangePersonRole',
    data: { personId, role, ...(role === 'observer' ? inTheirPlace(replacementId) : { leaveGaps: false }) },
  }),
  PersonDisabled: ({ personId, replacementId }) => ({ type: 'DisablePerson', data: { personId, ...inTheirPlace(replacementId) } }),
  PersonMadeAuditor: same('MakeAuditor'),
  AuditorEnded: same('EndAuditor'),
  PersonEnabled: same('EnablePerson'),
  PersonErased: ({ personId }) => ({ type: 'ErasePerson', data: { personId } }),
};
