import type { LinkMailStatus } from '@tocsin/contracts/access/noun.js';
import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { ERASED, isErased } from '@tocsin/contracts/ids.js';
import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { RowChange } from '@tocsin/kernel/rows/view.js';
import { nameKeyOf } from '../../rules/names.js';
import type { ConfigurationReads } from '../../reads.js';
import { withAway } from './absences.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

const noInvitation = { invitationHash: null, invitationExpiresAt: null };

type EmailChange = NonNullable<PersonRow['emailChange']>;

/** The mail of an older request does not change the pending one. */
const withMail = (row: PersonRow, expiresAt: string, outcome: Pick<EmailChange, 'mail' | 'reason'>): PersonRow =>
  row.emailChange?.expiresAt === expiresAt ? { ...row, emailChange: { ...row.emailChange, ...outcome } } : row;

export const personFold: RowFold<PersonRow, PeopleFact> = {
  id: ({ personId }) => personId,
  steps: {
    PersonInvited: (_row, { personId, name, email, role, timeZone, invitationHash, expiresAt }) => ({
      id: personId,
      name,
      email,
      role,
      auditor: false,
      timeZone,
      state: 'invited',
      passwordRef: null,
      replacedById: null,
      invitationHash,
      invitationExpiresAt: expiresAt,
    }),
    PersonJoined: (row, { personId, name, email, role, timeZone, passwordRef }) => ({
      id: personId,
      name,
      email,
      role,
      auditor: row?.auditor ?? false,
      timeZone,
      state: 'active',
      replacedById: null,
      passwordRef,
      ...noInvitation,
    }),
    PersonRenamed: changeExisting((row, { name }) => ({ ...row, name })),
    ClockFormatChosen: changeExisting((row, { format }) => ({ ...row, clockFormat: format })),
    HolidayCalendarChosen: changeExisting((row, { calendarId }) => ({ ...row, holidayCalendarId: calendarId })),
    LowUrgencyHoursChosen: changeExisting((row, { personId: _id, ...lowUrgency }) => ({ ...row, lowUrgency })),
    AwayPlanned: changeExisting((row, { personId: _id, ...period }) => ({ ...row, away: withAway(row.away ?? [], period) })),
    AwayEnded: changeExisting((row, { awayId }) => ({ ...row, away: (row.away ?? []).filter((one) => one.awayId !== awayId) })),
    EmailChangeAsked: changeExisting((row, { email, expiresAt }) => ({ ...row, emailChange: { email, expiresAt, mail: 'asked' } })),
    EmailChangeMailSent: changeExisting((row, { expiresAt }) => withMail(row, expiresAt, { mail: 'sent' })),
    EmailChangeMailFailed: changeExisting((row, { expiresAt, reason }) => withMail(row, expiresAt, { mail: 'failed', reason })),
    EmailChangeCancelled: changeExisting(({ emailChange: _cancelled, ...row }) => row),
    EmailChanged: changeExisting(({ emailChange: _done, ...row }, { email }) => ({ ...row, email })),
    PersonTimeZoneChanged: changeExisting((row, { timeZone }) => ({ ...row, timeZone })),
    // an invitation that an admin saw must not open an owner’s account
    PersonRoleChanged: changeExisting((row, { role, replacementId }) => ({
      ...row,
      ...(role === 'owner' ? noInvitation : {}),
      role,
      // a disabled person keeps their replacement
      replacedById: row.state === 'disabled' ? row.replacedById : (replacementId ?? null),
    })),
    PersonErased: changeExisting(({ emailChange: _pending, lowUrgency: _hours, away: _away, ...row }) => ({
      ...row,
      ...noInvitation,
      name: ERASED,
      email: ERASED,
      passwordRef: null,
      state: 'erased',
    })),
    PersonDisabled: changeExisting((row, { replacementId }) => ({
      ...row,
      ...noInvitation,
      state: 'disabled',
      replacedById: replacementId ?? null,
    })),
    PersonMadeAuditor: changeExisting((row) => ({ ...row, auditor: true })),
    AuditorEnded: changeExisting((row) => ({ ...row, auditor: false })),
    // A person who never joined has no password: they wait for a new invitation.
    PersonEnabled: changeExisting((row) => ({ ...row, replacedById: null, state: row.passwordRef === null ? 'invited' : 'active' })),
  },
};

type InvitationMailType = 'InvitationMailSent' | 'InvitationMailFailed';

/** Applies to the open invitation; the mail of an older one is ignored. */
const applyInvitationMail = <T extends InvitationMailType>(
  reasonOf: (data: FactOf<T>) => LinkMailStatus['reason'],
): RowChange<PersonRow, RecordedOf<T>> => ({
  keys: ({ data }) => [data.personId],
  row: (row, { data, meta }) =>
    row?.invitationHash === data.linkHash ? { ...row, invitationMail: { at: meta.at, reason: reasonOf(data) } } : undefined,
});

export const peopleView = viewOf('people', personFold, {
  columns: { state: (row) => row.state, role: (row) => row.role },
  // looked up by people who are not signed in. Indexes, not columns, so that addresses are in memory only
  indexes: {
    emailKey: ({ email }) => (isErased(email) ? [] : [nameKeyOf(email)]),
    invitation: ({ invitationHash }) => (invitationHash === null ? [] : [invitationHash]),
  },
  version: 4,
  on: {
    InvitationMailSent: applyInvitationMail<'InvitationMailSent'>(() => null),
    InvitationMailFailed: applyInvitationMail<'InvitationMailFailed'>(({ reason }) => reason),
  },
});

/** The person with this e-mail, compared without case. */
export const findByEmail = (reads: Pick<ConfigurationReads, 'people'>, email: string): PersonRow | undefined =>
  reads.people.where('emailKey', nameKeyOf(email))[0];

/** The person with an invitation of this hash; expired ones too. */
export const findByInvitation = (reads: Pick<ConfigurationReads, 'people'>, invitationHash: string): PersonRow | undefined =>
  reads.people.where('invitation', invitationHash)[0];
