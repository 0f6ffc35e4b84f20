import { isErased } from '@tocsin/contracts/ids.js';
import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { DataOf, Decider } from '@tocsin/kernel/decide/decider.js';
import { isRefused, Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { withRightCode } from '../../rules/code-check.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { refusePermission, isSystem, hasOrganisationPermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { chooseLowUrgencyHours, endAway, planAway } from './absences.js';
import type { PeopleCommand } from './commands.js';
import { askEmailChange, cancelEmailChange, confirmEmailChange, recordEmailChangeMail } from './email-change.js';
import { evolvePeople } from './fold.js';
import { invite, inviteAll, join, joinFirstOwner } from './invitations.js';
import { departureOf, teamsOf } from './departure.js';
import type { PeopleState } from './state.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import {
  decideForOther,
  decideForSelf,
  admins,
  withCurrentRoles,
  canChangeRole,
  owners,
  type ByPerson,
  type PeopleAnswer,
} from './decision-guards.js';

type Data<T extends PeopleCommand['type']> = DataOf<PeopleCommand, T>;

const isLastOwner = (state: PeopleState, person: PersonRow): boolean => {
  const isActiveOwner = (row: PersonRow) => row.role === 'owner' && row.state === 'active';
  return isActiveOwner(person) && !state.values().some((row) => row.id !== person.id && isActiveOwner(row));
};

/** An observer is never paged and in no team: becoming one has the same effects as being disabled, except that the account stays. */
const observe = (data: Data<'ChangePersonRole'>, { reads }: ConfigurationContext, state: PeopleState): PeopleAnswer => {
  const { personId, role } = data;
  const departure = departureOf(data, state, reads);
  if (isRefused(departure)) return departure;
  return [{ type: 'PersonRoleChanged', data: { personId, role, ...departure, teams: teamsOf(reads, personId) } }];
};

const changeRole: ByPerson<Data<'ChangePersonRole'>> = (data, person, context, state) => {
  const { personId, role } = data;
  if (person.role === role) return new Nothing();
  if (!canChangeRole(context, role)) return refusePermission(owners);
  if (isLastOwner(state, person)) return refuse('person.last_owner');
  if (role === 'observer') return observe(data, context, state);
  return [{ type: 'PersonRoleChanged', data: { personId, role, ...(role === 'owner' ? { accessEnded: true } : {}) } }];
};

const disable: ByPerson<Data<'DisablePerson'>> = (data, person, context, state) => {
  if (person.state === 'disabled') return new Nothing();
  // Tocsin itself repeats acts that a restored log has lost, including that there was another owner by then
  if (isLastOwner(state, person) && !isSystem(context)) return refuse('person.last_owner');
  const departure = departureOf(data, state, context.reads);
  return isRefused(departure) ? departure : [{ type: 'PersonDisabled', data: { personId: data.personId, ...departure } }];
};

/**
 * A person who can still act or be paged must be disabled first. Tocsin itself repeats an erasure that a restored log
 * has lost.
 */
const erase = ({ personId }: Data<'ErasePerson'>, state: PeopleState, outerContext: ConfigurationContext): PeopleAnswer => {
  const context = withCurrentRoles(state, outerContext);
  if (!hasOrganisationPermission(context, 'person.erase')) return refusePermission(admins);
  const person = state.get(personId);
  if (!person) return refuse('person.not_found');
  if (person.state === 'erased') return new Nothing();
  if (!canChangeRole(context, person.role)) return refusePermission(owners);
  if (isLastOwner(state, person) && !isSystem(context)) return refuse('person.last_owner');
  if (person.state !== 'disabled' && !isSystem(context)) return refuse('person.not_disabled');
  const teams = teamsOf(context.reads, personId);
  return [{ type: 'PersonErased', data: { personId, ...(teams.length > 0 ? { teams } : {}) } }];
};

const isSameName = (person: PersonRow, name: string): boolean => !isErased(person.name) && person.name === name;

const singleStream = () => '';

/**
 * People and roles: the stream `people-directory`. One stream for all, so that e-mail addresses are unique and an owner
 * always remains.
 */
export const peopleDecider: Decider<PeopleState, PeopleCommand, PeopleFact, ConfigurationReads> = {
  category: 'people-directory',
  isSingle: true,
  initial: Table.empty(),
  sequenceOf: () => configurationSequence,
  streamId: {
    InvitePerson: singleStream,
    InvitePeople: singleStream,
    JoinPerson: singleStream,
    JoinFirstOwner: singleStream,
    RenamePerson: singleStream,
    ChangePersonTimeZone: singleStream,
    ChooseClockFormat: singleStream,
    ChooseHolidayCalendar: singleStream,
    ChooseLowUrgencyHours: singleStream,
    PlanAway: singleStream,
    EndAway: singleStream,
    AskEmailChange: singleStream,
    ConfirmEmailChange: singleStream,
    CancelEmailChange: singleStream,
    RecordEmailChangeMail: singleStream,
    ChangePersonRole: singleStream,
    DisablePerson: singleStream,
    MakeAuditor: singleStream,
    EndAuditor: singleStream,
    EnablePerson: singleStream,
    ErasePerson: singleStream,
  },
  decide: {
    InvitePerson: invite,
    InvitePeople: inviteAll,
    JoinPerson: join,
    JoinFirstOwner: joinFirstOwner,
    RenamePerson: decideForSelf((data, person) => (isSameName(person, data.name) ? new Nothing() : [{ type: 'PersonRenamed', data }])),
    ChangePersonTimeZone: decideForSelf((data, person) =>
      person.timeZone === data.timeZone ? new Nothing() : [{ type: 'PersonTimeZoneChanged', data }],
    ),
    ChooseClockFormat: decideForSelf((data, { clockFormat = '24h' }) =>
      clockFormat === data.format ? new Nothing() : [{ type: 'ClockFormatChosen', data }],
    ),
    ChooseHolidayCalendar: decideForSelf((data, { holidayCalendarId = null }, { reads }) => {
      if (holidayCalendarId === data.calendarId) return new Nothing();
      if (data.calendarId !== null && !reads.holidayCalendars.get(data.calendarId)) return refuse('holidays.not_found', {}, 'calendarId');
      return [{ type: 'HolidayCalendarChosen', data }];
    }),
    ChooseLowUrgencyHours: decideForSelf(chooseLowUrgencyHours),
    PlanAway: decideForSelf(planAway),
    EndAway: decideForSelf(endAway),
    AskEmailChange: askEmailChange,
    ConfirmEmailChange: confirmEmailChange,
    CancelEmailChange: cancelEmailChange,
    RecordEmailChangeMail: recordEmailChangeMail,
    ChangePersonRole: decideForOther(changeRole),
    DisablePerson: decideForOther(disable),
    MakeAuditor: decideForOther((data, person) => (person.auditor ? new Nothing() : [{ type: 'PersonMadeAuditor', data }])),
    EndAuditor: decideForOther((data, person) => (person.auditor ? [{ type: 'AuditorEnded', data }] : new Nothing())),
    EnablePerson: decideForOther((data, person) => (person.state === 'disabled' ? [{ type: 'PersonEnabled', data }] : new Nothing())),
    ErasePerson: erase,
  },
  evolve: evolvePeople,
};

const sameInput = sameFor<PeopleCommand>();

/**
 * The fact records a replacement, or that gaps are left. Where no policy and no schedule named the person, it does not
 * record whether the command allowed gaps: that changes no decision.
 */
const inTheirPlace = (replacementId: string | null | undefined): Pick<Data<'DisablePerson'>, 'replacementId' | 'leaveGaps'> =>
  replacementId ? { replacementId, leaveGaps: false } : { leaveGaps: true };

export const inputs: InputsOf<PeopleFact, PeopleCommand> = {
  PersonInvited: (data, batch) =>
    batch.length === 1 && !data.teams
      ? sameInput('InvitePerson')(data)
      : sameInput('InvitePeople')({ people: batch.map((fact) => fact.data) }),
  PersonJoined: ({ personId, passwordRef, name, timeZone, addressProved }) =>
    sameInput('JoinPerson')({ personId, passwordRef, name, timeZone, addressProved }),
  PersonRenamed: sameInput('RenamePerson'),
  ClockFormatChosen: sameInput('ChooseClockFormat'),
  HolidayCalendarChosen: sameInput('ChooseHolidayCalendar'),
  LowUrgencyHoursChosen: sameInput('ChooseLowUrgencyHours'),
  AwayPlanned: sameInput('PlanAway'),
  AwayEnded: sameInput('EndAway'),
  EmailChangeAsked: ({ personId, email }) => sameInput('AskEmailChange')({ personId, email }),
  EmailChangeMailSent: (data) => ({ type: 'RecordEmailChangeMail', data: { ...data, outcome: 'sent' } }),
  EmailChangeMailFailed: (data) => ({ type: 'RecordEmailChangeMail', data: { ...data, outcome: 'failed' } }),
  EmailChangeCancelled: sameInput('CancelEmailChange'),
  EmailChanged: ({ personId }) => ({ type: 'ConfirmEmailChange', data: withRightCode({ personId }) }),
  PersonTimeZoneChanged: sameInput('ChangePersonTimeZone'),
  PersonRoleChanged: ({ personId, role, replacementId }) => ({
    type: 'ChangePersonRole',
    data: { personId, role, ...(role === 'observer' ? inTheirPlace(replacementId) : { leaveGaps: false }) },
  }),
  PersonDisabled: ({ personId, replacementId }) => ({ type: 'DisablePerson', data: { personId, ...inTheirPlace(replacementId) } }),
  PersonMadeAuditor: sameInput('MakeAuditor'),
  AuditorEnded: sameInput('EndAuditor'),
  PersonEnabled: sameInput('EnablePerson'),
  PersonErased: ({ personId }) => ({ type: 'ErasePerson', data: { personId } }),
};
