import { isErased, type Personal } from '@tocsin/contracts/ids.js';
import type { PeopleFact, PersonRow } from '@tocsin/contracts/people.js';
import { limits } from '@tocsin/contracts/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import { auditorFlag, type OrganisationRole, type Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { after, isFacts, whenDecided, type DataOf, type Decider, type Decision } from '@tocsin/kernel/decide/decider.js';
import { isRefused, Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { nameKey } from '../rules/names.js';
import { denied, isOwner, isSystem, mayEverywhere, maySelf, tokenRefusal } from '../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { evolveOf } from '../rules/row-fold.js';
import type { PeopleCommand } from './commands.js';
import { askEmailChange, cancelEmailChange, confirmEmailChange, recordEmailChangeMail } from './email-change.js';
import { leftBy, teamsOf } from './leaving.js';
import { Places } from './places.js';
import type { PeopleState } from './state.js';
import { personFold } from './views.js';

/** Everybody by id. One stream, so that an e-mail is nobody else’s and an owner is always left. */
type Data<T extends PeopleCommand['type']> = DataOf<PeopleCommand, T>;
type Answer = Decision<PeopleFact>;

const owners = 'an owner';
const admins = 'an owner or an admin';

/** An erased address is nobody’s: history that is decided again may hold one. */
const isAt = ({ email }: PersonRow, key: string): boolean => !isErased(email) && nameKey(email) === key;

/** Whose each address is. Asked for hundreds of people at once, so nobody is looked for one by one. */
class Addresses {
  private readonly ids = new Map<string, string>();

  constructor(state: PeopleState) {
    for (const { id, email } of state.values().toReversed()) this.add(email, id);
  }

  add(email: Personal<string>, personId: string): void {
    if (!isErased(email)) this.ids.set(nameKey(email), personId);
  }

  personWith(state: PeopleState, email: Personal<string>): PersonRow | undefined {
    if (isErased(email)) return undefined;
    const key = nameKey(email);
    const row = state.get(this.ids.get(key) ?? '');
    return row && isAt(row, key) ? row : undefined;
  }
}

const isLastOwner = (state: PeopleState, person: PersonRow): boolean => {
  const active = (row: PersonRow) => row.role === 'owner' && row.state === 'active';
  return active(person) && !state.values().some((row) => row.id !== person.id && active(row));
};

/** Only owners make owners, or touch one: otherwise an admin could make themselves one. */
const mayRole = (context: ConfigurationContext, ...roles: readonly OrganisationRole[]): boolean =>
  isOwner(context) || !roles.includes('owner');

/** The actor as this stream knows them: who was made less in the meantime acts as less. */
const asTheyAre = (state: PeopleState, context: ConfigurationContext): ConfigurationContext => {
  const { actor } = context;
  const row = actor.kind === 'person' ? state.get(actor.id) : undefined;
  if (!row) return context;
  const roles = row.state === 'active' ? [row.role, ...(row.auditor ? [auditorFlag] : [])] : [];
  return { ...context, actor: { ...actor, roles } };
};

const evolveRows = evolveOf<PeopleState, PersonRow, PeopleFact>(
  personFold,
  (state, id) => state.get(id),
  (state, id, row) => state.with(id, row),
);

const evolvePeople: typeof evolveRows = {
  ...evolveRows,
  PersonInvited: (state, data, when) => {
    const before = state.get(data.personId)?.invitedInto ?? [];
    const next = evolveRows.PersonInvited(state, data, when);
    const row = next.get(data.personId);
    const invitedInto = [...new Set([...before, ...(data.teams ?? []).map(({ teamId }) => teamId)])];
    return row && invitedInto.length > 0 ? next.with(row.id, { ...row, invitedInto }) : next;
  },
};

type ByPerson<D> = (data: D, person: PersonRow, context: ConfigurationContext, state: PeopleState) => Answer;

/** About oneself, or by those who may configure people. */
const aboutSelf =
  <D extends { readonly personId: string }>(decide: ByPerson<D>) =>
  (data: D, state: PeopleState, context: ConfigurationContext): Answer => {
    if (!maySelf(context, data.personId)) return denied(`the person, ${admins}`);
    const person = state.get(data.personId);
    if (!person) return refuse('person.not_found');
    return person.state === 'erased' ? refuse('person.erased') : decide(data, person, context, state);
  };

/** By those who may configure people. */
const aboutOther =
  <D extends { readonly personId: string }>(decide: ByPerson<D>) =>
  (data: D, state: PeopleState, asked: ConfigurationContext): Answer => {
    const context = asTheyAre(state, asked);
    if (!mayEverywhere(context, 'people.configure')) return denied(admins);
    const person = state.get(data.personId);
    if (!person) return refuse('person.not_found');
    if (person.state === 'erased') return refuse('person.erased');
    return mayRole(context, person.role) ? decide(data, person, context, state) : denied(owners);
  };

/** Whoever has not joined yet may be invited anew, after a withdrawal too: the older link ends. */
const hasNeverJoined = ({ state, passwordRef }: PersonRow): boolean =>
  state === 'invited' || (state === 'disabled' && passwordRef === null);

const cannot = (context: ConfigurationContext, permission: Permission): Refused<RefusalCode> | null =>
  mayEverywhere(context, permission) ? null : (tokenRefusal(context, permission) ?? denied(admins));

/** Members and observers: a program may invite them, and nobody who could give others a role. */
const isPlain = (role: OrganisationRole): boolean => role === 'member' || role === 'observer';

/** A program gives nobody a role, takes none from who was invited to one, and undoes no withdrawal. */
const cannotInviteAs = (
  context: ConfigurationContext,
  role: OrganisationRole,
  known: PersonRow | undefined,
): Refused<RefusalCode> | null => {
  const roles = known ? [role, known.role] : [role];
  const refused = roles.every(isPlain) && known?.state !== 'disabled' ? null : cannot(context, 'people.configure');
  return refused ?? (mayRole(context, ...roles) ? null : denied(owners));
};

/** What becomes of the invitation that somebody had before. */
const becomesOf = ({ state, invitationExpiresAt }: PersonRow, { now }: ConfigurationContext): 'ended' | 'expired' | 'withdrawn' => {
  if (state === 'disabled') return 'withdrawn';
  return invitationExpiresAt !== null && invitationExpiresAt >= now ? 'ended' : 'expired';
};

/** An address is whose it is, until an invitation to it was never taken up. */
const cannotTakeAddress = (known: PersonRow | undefined, personId: string): Refused<RefusalCode> | null =>
  known && (!hasNeverJoined(known) || known.id !== personId) ? refuse('person.email_taken', {}, 'email') : null;

const invite = (
  data: Data<'InvitePeople'>['people'][number],
  state: PeopleState,
  asked: ConfigurationContext,
  addresses = new Addresses(state),
  places = new Places(state, asked.reads),
): Answer => {
  const context = asTheyAre(state, asked);
  const known = addresses.personWith(state, data.email) ?? (data.personId === undefined ? undefined : state.get(data.personId));
  const personId = data.personId ?? known?.id ?? context.newId('person');
  const barred = cannot(context, 'people.invite') ?? cannotTakeAddress(known, personId) ?? cannotInviteAs(context, data.role, known);
  if (barred) return barred;
  const { name, email, role, invitationHash, expiresAt, teams } = data;
  if (teams?.some(({ teamId }) => !places.take(teamId, personId)))
    return refuse('limit.team_members', { limit: limits.membersPerTeam }, 'team');
  const earlierInvitation = known && becomesOf(known, context);
  const timeZone = data.timeZone ?? context.reads.organisation.get(organisationKey)?.timeZone ?? 'UTC';
  return [
    {
      type: 'PersonInvited',
      data: {
        personId,
        name,
        email,
        role,
        timeZone,
        invitationHash,
        expiresAt,
        ...(earlierInvitation ? { earlierInvitation } : {}),
        ...(teams ? { teams } : {}),
      },
    },
  ];
};

/** One after the other, each on what those before have made of the directory; the first no is the answer, and names the row. */
const inviteAll = ({ people }: Data<'InvitePeople'>, state: PeopleState, context: ConfigurationContext): Answer => {
  const facts: PeopleFact[] = [];
  const addresses = new Addresses(state);
  const places = new Places(state, context.reads);
  let folded = state;
  for (const [n, person] of people.entries()) {
    const decision = invite(person, folded, context, addresses, places);
    if (isRefused(decision)) return new Refused(decision.code, decision.params, `people.${n}.${decision.path ?? 'role'}`);
    if (!isFacts(decision)) continue;
    facts.push(...decision);
    for (const { data } of decision) if ('email' in data) addresses.add(data.email, data.personId);
    folded = after({ evolve: evolvePeople }, folded, decision, whenDecided(context));
  }
  return facts;
};

const join = (data: Data<'JoinPerson'>, state: PeopleState, { now }: ConfigurationContext): Answer => {
  const { personId, passwordRef, name, timeZone, addressProved } = data;
  const person = state.get(personId);
  if (person?.state !== 'invited' || person.invitationExpiresAt === null || person.invitationExpiresAt < now)
    return refuse('invitation.invalid');
  const { email, role } = person;
  return [
    {
      type: 'PersonJoined',
      data: {
        personId,
        name: name ?? person.name,
        email,
        role,
        timeZone: timeZone ?? person.timeZone,
        passwordRef,
        ...(addressProved ? { addressProved } : {}),
      },
    },
  ];
};

const joinFirstOwner = (data: Data<'JoinFirstOwner'>, state: PeopleState, context: ConfigurationContext): Answer => {
  if (!isSystem(context)) return denied('Tocsin itself');
  return state.get(data.personId) ? new Nothing() : [{ type: 'PersonJoined', data: { ...data, role: 'owner' } }];
};

/** An observer is never paged and in no team: whoever is made one leaves as somebody does who is disabled, and keeps their account. */
const observe = (data: Data<'ChangePersonRole'>, { reads }: ConfigurationContext, state: PeopleState): Answer => {
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
  // Tocsin itself repeats what a restored log has forgotten: that there was another owner by then, too
  if (isLastOwner(state, person) && !isSystem(context)) return refuse('person.last_owner');
  const left = leftBy(data, state, context.reads);
  return isRefused(left) ? left : [{ type: 'PersonDisabled', data: { personId: data.personId, ...left } }];
};

/** Whoever can still act, or be paged, is disabled first. Tocsin itself repeats an erasure that a restored log has forgotten. */
const erase = ({ personId }: Data<'ErasePerson'>, state: PeopleState, asked: ConfigurationContext): Answer => {
  const context = asTheyAre(state, asked);
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

/** People and roles: the stream `people-directory`. */
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
