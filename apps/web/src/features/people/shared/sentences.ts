import type { events as accessEvents } from '@tocsin/contracts/access/noun.js';
import type { peopleEvents } from '@tocsin/contracts/people/events.js';
import { dayAndTime } from '../../../data/time/times.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { text, type Sentences } from '../../../data/words/sentence.js';

const hoursWords = { policy: 'as policies say', awake: 'outside their sleep hours', working: 'in their working hours' } as const;

/** ` to ana@example.org`; nothing for readers who may not see addresses. */
const recipientOf = (email: Parameters<typeof text>[0]): string => (email === '' ? '' : ` to ${text(email)}`);

export const peopleSentences: Sentences<keyof typeof peopleEvents> = {
  PersonInvited: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} invited ${text(data.name)} as ${data.role}${data.earlierInvitation === 'ended' ? ' again; the previous link no longer works' : ''}.`,
  PersonJoined: ({ data }) => `${text(data.name)} joined as ${data.role}.`,
  PersonRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} changed a name to ${text(data.name)}.`,
  HolidayCalendarChosen: ({ data }, names) =>
    `${names.person(data.personId)} chose ${data.calendarId === null ? 'the organisation’s holidays' : 'their own holidays'}.`,
  ClockFormatChosen: ({ data }, names) => `${names.person(data.personId)} chose the ${data.format === '12h' ? '12' : '24'}-hour clock.`,
  EmailChangeAsked: ({ data }, names) => `${names.person(data.personId)} asked to change their e-mail address${recipientOf(data.email)}.`,
  EmailChangeMailSent: ({ data }, names) => `The code for the new e-mail address of ${names.person(data.personId)} was sent.`,
  EmailChangeMailFailed: ({ data }, names) =>
    `The code for the new e-mail address of ${names.person(data.personId)} could not be sent: ${reasonClause(data.reason)}${data.detail ? ` (${data.detail})` : ''}.`,
  EmailChangeCancelled: ({ data }, names) => `${names.person(data.personId)} cancelled the change of their e-mail address.`,
  EmailChanged: ({ data }, names) => `${names.person(data.personId)} changed their e-mail address${recipientOf(data.email)}.`,
  LowUrgencyHoursChosen: ({ data }, names) => `${names.person(data.personId)} set when low urgency pages them: ${hoursWords[data.pages]}.`,
  AwayPlanned: ({ data }, names) =>
    `${names.person(data.personId)} is away from ${dayAndTime(data.from)} to ${dayAndTime(data.to)}: low urgency skips them.`,
  AwayEnded: ({ data }, names) => `${names.person(data.personId)} ended or cancelled their time away.`,
  PersonTimeZoneChanged: ({ data }, names) => `${names.person(data.personId)} changed their time zone to ${data.timeZone}.`,
  PersonRoleChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} made ${names.person(data.personId)} ${data.role}${data.accessEnded ? ': earlier sessions and tokens have ended' : ''}.`,
  PersonDisabled: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} disabled ${names.person(data.personId)}${data.replacementId ? `; ${names.person(data.replacementId)} replaces them` : (data.standsIn ?? []).length + (data.schedules ?? []).length > 0 ? '; they were removed from policies and schedules without a replacement' : ''}.`,
  PersonMadeAuditor: ({ data, meta }, names) => `${names.actor(meta.actor)} made ${names.person(data.personId)} an auditor.`,
  AuditorEnded: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the auditor role from ${names.person(data.personId)}.`,
  PersonEnabled: ({ data, meta }, names) => `${names.actor(meta.actor)} enabled ${names.person(data.personId)} again.`,
  PersonErased: ({ meta }, names) => `${names.actor(meta.actor)} erased a person: the key to their name and addresses was destroyed.`,
};

export const accessSentences: Sentences<keyof typeof accessEvents> = {
  InvitationMailSent: ({ data }, names) => `The invitation was e-mailed to ${names.person(data.personId)}.`,
  InvitationMailFailed: ({ data }, names) =>
    `The invitation of ${names.person(data.personId)} could not be e-mailed: ${reasonClause(data.reason)}${data.detail ? ` (${data.detail})` : ''}.`,
  PasswordResetMailSent: ({ data }, names) => `The password reset link was e-mailed to ${names.person(data.personId)}.`,
  PasswordResetMailFailed: ({ data }, names) =>
    `The password reset link could not be e-mailed to ${names.person(data.personId)}: ${reasonClause(data.reason)}${data.detail ? ` (${data.detail})` : ''}.`,
  PasswordResetLinkMade: ({ data, meta }, names) =>
    meta.actor.kind === 'system' && meta.actor.id !== 'operator'
      ? `A password reset was requested for ${names.person(data.personId)}: they were e-mailed a link.`
      : `${names.actor(meta.actor)} created a password reset link for ${names.person(data.personId)}.`,
  PasswordChanged: ({ data }, names) =>
    `${names.person(data.personId)} chose a new password${data.linkHash === null ? '' : ' with a reset link'}; their other sessions ended.`,
  TwoFactorTurnedOn: ({ data }, names) => `${names.person(data.personId)} turned two-factor sign-in on.`,
  TwoFactorTurnedOff: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} turned two-factor sign-in off${meta.actor.id === data.personId ? '' : ` for ${names.person(data.personId)}`}.`,
  RecoveryCodesMade: ({ data }, names) => `${names.person(data.personId)} created new recovery codes; the old ones no longer work.`,
  RecoveryCodeUsed: ({ data }, names) => `${names.person(data.personId)} signed in with a recovery code; it is used up.`,
  OpenIdLinked: ({ data }, names) => `${names.person(data.personId)} signed in with the identity provider for the first time.`,
  OpenIdUnlinked: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} unlinked the account of ${names.person(data.personId)} at the identity provider.`,
};
