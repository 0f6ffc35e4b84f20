import type { PeopleFact } from '@tocsin/contracts/people.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { PeopleCommand } from './commands.js';

const same = sameFor<PeopleCommand>();

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
  // a code that was wrong leaves no such fact
  EmailChanged: ({ personId }) => ({ type: 'ConfirmEmailChange', data: { personId, codeIsRight: true } }),
  PersonTimeZoneChanged: same('ChangePersonTimeZone'),
  PersonRoleChanged: ({ personId, role, replacementId }) => ({
    type: 'ChangePersonRole',
    data: { personId, role, ...(replacementId ? { replacementId } : {}), leaveGaps: !replacementId },
  }),
  PersonDisabled: ({ personId, replacementId }) => ({
    type: 'DisablePerson',
    data: replacementId ? { personId, replacementId, leaveGaps: false } : { personId, leaveGaps: true },
  }),
  PersonMadeAuditor: same('MakeAuditor'),
  AuditorEnded: same('EndAuditor'),
  PersonEnabled: same('EnablePerson'),
  PersonErased: ({ personId }) => ({ type: 'ErasePerson', data: { personId } }),
};
