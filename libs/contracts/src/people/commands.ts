import { z } from 'zod';
import { toAsciiAddress, typedEmail } from '../email-address.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, password, typedName } from '../ids.js';
import { command } from '../message.js';
import { lowUrgencyHours } from './away.js';
import { clockFormats, role, timeZone } from './fields.js';

/** Replacement of a person who will no longer be paged. */
const inTheirPlace = {
  /** Takes their place in every policy that pages them. */
  replacementId: id.optional(),
  /** Steps that page them get no replacement. */
  leaveGaps: z.boolean().default(false),
};

export const peopleCommands = {
  InvitePerson: command(
    'Invite a person',
    'people.invite',
    z.strictObject({
      personId: id.optional(),
      name: typedName,
      email: typedEmail.max(200),
      role: role.default('member'),
      timeZone: timeZone.optional(),
    }),
  ),
  RenamePerson: command('Change a name', 'self.configure', z.strictObject({ personId: id, name: typedName })),
  ChangePersonTimeZone: command('Change a time zone', 'self.configure', z.strictObject({ personId: id, timeZone })),
  ChooseHolidayCalendar: command(
    'Choose the holidays of a person',
    'self.configure',
    z.strictObject({ personId: id, calendarId: id.nullable() }),
  ),
  ChooseClockFormat: command(
    'Choose the clock format of a person',
    'self.configure',
    z.strictObject({ personId: id, format: z.enum(clockFormats) }),
  ),
  ChooseLowUrgencyHours: command(
    'Choose when low-urgency pages reach a person',
    'self.configure',
    z.strictObject({ personId: id, ...lowUrgencyHours.shape }),
  ),
  PlanAway: command(
    'Plan time away: low urgency skips the person',
    'self.configure',
    z.strictObject({ personId: id, awayId: id.optional(), /** Absent: from now on. */ from: instant.optional(), to: instant }),
  ),
  EndAway: command('End time away, or cancel it', 'self.configure', z.strictObject({ personId: id, awayId: id })),
  AskEmailChange: command(
    'Ask to sign in with another e-mail address: a code is sent there',
    'self.secure',
    z.strictObject({ personId: id, email: typedEmail.max(200) }),
  ),
  ConfirmEmailChange: command(
    'Change your own e-mail address, with the code that was sent there',
    'self.secure',
    z.strictObject({ personId: id, code: z.string().trim().min(4).max(12) }),
  ),
  CancelEmailChange: command('Keep the current e-mail address', 'self.secure', z.strictObject({ personId: id })),
  ChangePersonRole: command('Change a role', 'people.configure', z.strictObject({ personId: id, role, ...inTheirPlace })),
  DisablePerson: command('Disable a person', 'people.configure', z.strictObject({ personId: id, ...inTheirPlace })),
  MakeAuditor: command('Make a person an auditor', 'people.configure', z.strictObject({ personId: id })),
  EndAuditor: command('Remove the auditor role from a person', 'people.configure', z.strictObject({ personId: id })),
  EnablePerson: command('Enable a person', 'people.configure', z.strictObject({ personId: id })),
  ErasePerson: command('Erase a person', 'person.erase', z.strictObject({ personId: id })),
};

export const peopleExamples: Examples<typeof peopleCommands> = {
  InvitePerson: { body: { name: 'Bo', email: 'bo@example.org', role: 'member', timeZone: 'Europe/Oslo' } },
  RenamePerson: { body: { personId: ids.person, name: 'Renamed' } },
  ChangePersonTimeZone: { body: { personId: ids.person, timeZone: 'Europe/Oslo' } },
  ChooseHolidayCalendar: { body: { personId: ids.person, calendarId: null } },
  ChooseClockFormat: { body: { personId: ids.person, format: '24h' } },
  ChooseLowUrgencyHours: {
    body: {
      personId: ids.person,
      pages: 'awake',
      sleep: { from: '23:00', to: '07:00' },
      working: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
    },
  },
  PlanAway: { body: { personId: ids.person, to: '2027-01-01T00:00:00Z' } },
  EndAway: { body: { personId: ids.person, awayId: ids.other }, refusedAs: 'person.away_not_found' },
  AskEmailChange: { about: 'oneself', body: { personId: ids.person, email: 'new-address@example.org' } },
  ConfirmEmailChange: { about: 'oneself', body: { personId: ids.person, code: '000000' }, refusedAs: 'email_change.wrong_code' },
  CancelEmailChange: { about: 'oneself', body: { personId: ids.person } },
  ChangePersonRole: { body: { personId: ids.person, role: 'member' } },
  DisablePerson: { about: 'account of another', body: { personId: ids.person, leaveGaps: true } },
  MakeAuditor: { about: 'account of another', body: { personId: ids.person } },
  EndAuditor: { about: 'account of another', body: { personId: ids.person } },
  EnablePerson: { about: 'account of another', body: { personId: ids.person } },
  ErasePerson: { about: 'account of another', body: { personId: ids.person }, refusedAs: 'person.not_disabled' },
};

/** `POST /api/session` */
export const signInRequest = z.strictObject({ email: z.string().max(200).overwrite(toAsciiAddress), password: z.string().max(200) });
/** `POST /api/invitations/:token` */
export const joinRequest = z.strictObject({ name: typedName.optional(), password, timeZone: timeZone.optional() });
