import { z } from 'zod';
import { emailAddress, toAsciiAddress, typedEmail } from '../email-address.js';
import { linkMailStatus } from '../access/noun.js';
import { awayPeriod, lowUrgencyHours } from './away.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { event, command, type Messages } from '../message.js';
import { id, instant, name, password, personal, typedName } from '../ids.js';
import { organisationRoles, teamRoles } from '../permissions.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

const subject = (d: { personId: string }) => `person:${d.personId}`;
const role = z.enum(organisationRoles);
const locale = z.string().max(20);
const timeZone = z.string().min(1).max(64);

/** `14:05`, or `2:05 pm`. */
export const clockFormats = ['24h', '12h'] as const;
export type ClockFormat = (typeof clockFormats)[number];

/** The request that a code was mailed for. */
const emailChangeMail = { personId: id, expiresAt: instant };

/** Places of a person who is disabled or made an observer. `PersonReleasedFromGroups` lists their alert groups. */
const left = {
  /** Replacement in the policies and schedules below; null: gaps are left. */
  replacementId: id.nullable().optional(),
  standsIn: z.array(z.object({ teamId: id, policyId: id })).optional(),
  /** Schedules that put them on call, now or ahead. Absent: none. */
  schedules: z.array(id).optional(),
  /** These lists are truncated: `MoreLeftBehind` has the rest. */
  more: z.literal(true).optional(),
};

/** Facts of the stream `people-directory`: e-mail addresses are unique in it. */
export const events = {
  PersonInvited: event(
    1,
    ['people', 'Person invited'],
    'A person was invited.',
    z.object({
      personId: id,
      name: personal(name),
      email: personal(emailAddress),
      role,
      timeZone,
      invitationHash: z.string(),
      expiresAt: instant,
      /** State of an earlier invitation: ended now, already expired, or withdrawn before. */
      earlierInvitation: z.enum(['ended', 'expired', 'withdrawn']).optional(),
      /** Teams that they are made members of. */
      teams: z.array(z.object({ teamId: id, role: z.enum(teamRoles) })).optional(),
    }),
    [
      { path: 'name', subject },
      { path: 'email', subject },
    ],
  ),
  PersonJoined: event(
    1,
    ['people', 'Person joined'],
    'A person joined: by their invitation, or as the first owner.',
    z.object({
      personId: id,
      name: personal(name),
      email: personal(emailAddress),
      role,
      timeZone,
      passwordRef: z.string(),
      /** The invitation was opened by the link in its mail: so the person who joined can read mail to this address. */
      addressProved: z.literal(true).optional(),
    }),
    [
      { path: 'name', subject },
      { path: 'email', subject },
    ],
  ),
  PersonRenamed: event(1, ['people', 'Person renamed'], 'A person’s name was changed.', z.object({ personId: id, name: personal(name) }), [
    { path: 'name', subject },
  ]),
  EmailChangeAsked: event(
    1,
    ['people', 'E-mail change requested'],
    'A person asked to sign in with another e-mail address: a code is sent there, and nothing changes until it is entered.',
    z.object({ personId: id, email: personal(emailAddress), expiresAt: instant }),
    [{ path: 'email', subject }],
  ),
  EmailChangeMailSent: event(
    1,
    ['people', 'Code for a new e-mail address sent'],
    'The mail server accepted the code for a new address.',
    z.object(emailChangeMail),
  ),
  EmailChangeMailFailed: event(
    1,
    ['people', 'Code for a new e-mail address failed'],
    'The code for a new address could not be mailed.',
    z.object({ ...emailChangeMail, reason: z.enum(deliveryReasonCodes), detail: z.string() }),
  ),
  EmailChangeCancelled: event(
    1,
    ['people', 'E-mail change cancelled'],
    'A person cancelled the change of their e-mail address.',
    z.object({ personId: id }),
  ),
  EmailChanged: event(
    1,
    ['people', 'E-mail changed'],
    'A person’s e-mail address was changed: they sign in with the new one, and the earlier address is notified.',
    z.object({ personId: id, email: personal(emailAddress), earlierEmail: personal(emailAddress) }),
    [
      { path: 'email', subject },
      { path: 'earlierEmail', subject },
    ],
  ),
  PersonTimeZoneChanged: event(
    1,
    ['people', 'Time zone changed'],
    'A person’s time zone was changed.',
    z.object({ personId: id, timeZone }),
  ),
  HolidayCalendarChosen: event(
    1,
    ['people', 'Calendar of holidays chosen'],
    'A person chose their holiday calendar; none means the organisation’s.',
    z.object({ personId: id, calendarId: id.nullable() }),
  ),
  ClockFormatChosen: event(
    1,
    ['people', 'Clock format chosen'],
    'A person chose their clock format.',
    z.object({ personId: id, format: z.enum(clockFormats) }),
  ),
  LowUrgencyHoursChosen: event(
    1,
    ['people', 'Hours for low urgency chosen'],
    'A person chose when low-urgency pages reach them.',
    z.object({ personId: id, ...lowUrgencyHours.shape }),
  ),
  AwayPlanned: event(
    1,
    ['people', 'Time away planned'],
    'A person will be away: pages of low urgency skip them in that time.',
    z.object({ personId: id, ...awayPeriod.shape }),
  ),
  AwayEnded: event(1, ['people', 'Time away ended'], 'Time away was cancelled, or ended early.', z.object({ personId: id, awayId: id })),
  PersonRoleChanged: event(
    1,
    ['people', 'Role changed'],
    'A person’s role was changed.',
    z.object({
      personId: id,
      role,
      /** For a new owner: earlier sessions, links and tokens end. */
      accessEnded: z.literal(true).optional(),
      ...left,
      /** Teams from which an observer is removed. */
      teams: z.array(id).optional(),
    }),
  ),
  PersonDisabled: event(
    1,
    ['people', 'Person disabled'],
    'A person was disabled: they can’t sign in or be paged, and alert groups assigned to them return to firing.',
    z.object({
      personId: id,
      ...left,
    }),
  ),
  PersonMadeAuditor: event(
    1,
    ['people', 'Made an auditor'],
    'A person was made an auditor: in addition to their role, they see addresses and devices of others unmasked.',
    z.object({ personId: id }),
  ),
  AuditorEnded: event(1, ['people', 'No longer an auditor'], 'A person is no longer an auditor.', z.object({ personId: id })),
  PersonEnabled: event(1, ['people', 'Person enabled'], 'A disabled person was enabled again.', z.object({ personId: id })),
  PersonErased: event(
    1,
    ['people', 'Person erased'],
    'A person was erased: the key to their names and addresses was destroyed. This can’t be undone.',
    z.object({
      personId: id,
      /** Teams from which they are removed. */
      teams: z.array(id).optional(),
    }),
  ),
};
export type PeopleFact = Messages<typeof events>;

/** Replacement of a person who will no longer be paged. */
const inTheirPlace = {
  /** Takes their place in every policy that pages them. */
  replacementId: id.optional(),
  /** Steps that page them get no replacement. */
  leaveGaps: z.boolean().default(false),
};

export const commands = {
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

export const examples: Examples<typeof commands> = {
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
  AskEmailChange: { body: { personId: ids.person, email: 'new-address@example.org' } },
  ConfirmEmailChange: { body: { personId: ids.person, code: '000000' }, refusedAs: 'email_change.wrong_code' },
  CancelEmailChange: { body: { personId: ids.person } },
  ChangePersonRole: { body: { personId: ids.person, role: 'member' } },
  DisablePerson: { body: { personId: ids.person, leaveGaps: true } },
  MakeAuditor: { body: { personId: ids.person } },
  EndAuditor: { body: { personId: ids.person } },
  EnablePerson: { body: { personId: ids.person } },
  ErasePerson: { body: { personId: ids.person }, refusedAs: 'person.not_disabled' },
};

export const personState = z.enum(['invited', 'active', 'disabled', 'erased']);

/** The only view with people’s names: other rows contain ids, and names are joined at the edge. */
export const personRow = z.object({
  id,
  name: personal(name),
  email: personal(z.string()),
  role,
  /** In addition to the role: may read addresses and devices of others in clear. */
  auditor: z.boolean(),
  state: personState,
  /** Replacement of a disabled person, wherever a step still targets them. */
  replacedById: id.nullable(),
  timeZone,
  locale: locale.optional(),
  /** Their time format; absent: `24h`. */
  clockFormat: z.enum(clockFormats).optional(),
  /** Absent or null: those of the organisation. */
  holidayCalendarId: id.nullable().optional(),
  /** When low urgency leaves them alone; absent: as policies say. */
  lowUrgency: lowUrgencyHours.optional(),
  /** Absences, in order; some may be past. */
  away: z.array(awayPeriod).optional(),
  passwordRef: z.string().nullable(),
  invitationHash: z.string().nullable(),
  invitationExpiresAt: instant.nullable(),
  /** Mailing of the open invitation; absent: not mailed, or being sent. */
  invitationMail: linkMailStatus.optional(),
  /** The address that they want to sign in with; shown to themselves alone. */
  emailChange: z
    .object({
      email: personal(z.string()),
      expiresAt: instant,
      mail: z.enum(['asked', 'sent', 'failed']),
      reason: z.enum(deliveryReasonCodes).optional(),
    })
    .optional(),
});
export type PersonRow = z.infer<typeof personRow>;

/** A person as the API shows them: without the password’s reference and the hash of the invitation. */
export const personShown = personRow.omit({ passwordRef: true, invitationHash: true });

/** `POST /api/session` */
export const signInRequest = z.strictObject({ email: z.string().max(200).overwrite(toAsciiAddress), password: z.string().max(200) });
/** `POST /api/invitations/:token` */
export const joinRequest = z.strictObject({ name: typedName.optional(), password, timeZone: timeZone.optional() });

/** Response rows by view name. */
export const views = { people: personShown };
