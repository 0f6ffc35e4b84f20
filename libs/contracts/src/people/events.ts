import { z } from 'zod';
import { emailAddress } from '../email-address.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { id, instant, name, personal } from '../ids.js';
import { event, type Messages } from '../message.js';
import { teamRoles } from '../permissions.js';
import { awayPeriod, lowUrgencyHours } from './away.js';
import { clockFormats, role, timeZone } from './fields.js';

const subject = (d: { personId: string }) => `person:${d.personId}`;

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
export const peopleEvents = {
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
export type PeopleFact = Messages<typeof peopleEvents>;
