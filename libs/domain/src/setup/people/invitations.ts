import { isErased, type Personal } from '@tocsin/contracts/ids.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { OrganisationRole, Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { foldFacts, isFacts, metaOfDecision, type DataOf } from '@tocsin/kernel/decide/decider.js';
import { isRefused, Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { nameKeyOf } from '../../rules/names.js';
import { refusePermission, isSystem, hasOrganisationPermission, refuseToken } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import type { PeopleCommand } from './commands.js';
import { evolvePeople } from './fold.js';
import { TeamPlaces } from './places.js';
import type { PeopleState } from './state.js';
import { admins, withCurrentRoles, canChangeRole, owners, type PeopleAnswer } from './decision-guards.js';

type Data<T extends PeopleCommand['type']> = DataOf<PeopleCommand, T>;
type Invitation = Data<'InvitePeople'>['people'][number];

/** An erased address belongs to no one; a replayed history may hold one. */
const isAt = ({ email }: PersonRow, key: string): boolean => !isErased(email) && nameKeyOf(email) === key;

/** The person of each address. An index, because hundreds of people may be invited at once. */
class Addresses {
  private readonly ids = new Map<string, string>();

  constructor(state: PeopleState) {
    for (const { id, email } of state.values().toReversed()) this.add(email, id);
  }

  add(email: Personal<string>, personId: string): void {
    if (!isErased(email)) this.ids.set(nameKeyOf(email), personId);
  }

  personWith(state: PeopleState, email: Personal<string>): PersonRow | undefined {
    if (isErased(email)) return undefined;
    const key = nameKeyOf(email);
    const row = state.get(this.ids.get(key) ?? '');
    return row && isAt(row, key) ? row : undefined;
  }
}

/**
 * Whether the person has not joined yet: they may be invited again, after a withdrawal too; the older link becomes
 * invalid.
 */
const hasNeverJoined = ({ state, passwordRef }: PersonRow): boolean =>
  state === 'invited' || (state === 'disabled' && passwordRef === null);

const refuseWithout = (context: ConfigurationContext, permission: Permission): Refusal<RefusalCode> | null =>
  hasOrganisationPermission(context, permission) ? null : (refuseToken(context, permission) ?? refusePermission(admins));

/** Members and observers: the roles that a program may invite people to, since they can’t give roles to others. */
const isPlain = (role: OrganisationRole): boolean => role === 'member' || role === 'observer';

/** A program may not grant a higher role, take one from a person who was invited to it, or undo a withdrawal. */
const refuseRole = (
  context: ConfigurationContext,
  role: OrganisationRole,
  knownPerson: PersonRow | undefined,
): Refusal<RefusalCode> | null => {
  const roles = knownPerson ? [role, knownPerson.role] : [role];
  const refusal = roles.every(isPlain) && knownPerson?.state !== 'disabled' ? null : refuseWithout(context, 'people.configure');
  return refusal ?? (canChangeRole(context, ...roles) ? null : refusePermission(owners));
};

/** The fate of the person’s previous invitation. */
const becomesOf = ({ state, invitationExpiresAt }: PersonRow, { now }: ConfigurationContext): 'ended' | 'expired' | 'withdrawn' => {
  if (state === 'disabled') return 'withdrawn';
  return invitationExpiresAt !== null && invitationExpiresAt >= now ? 'ended' : 'expired';
};

/** An address belongs to its person, unless they were invited but never joined. */
const refuseAddress = (knownPerson: PersonRow | undefined, personId: string): Refusal<RefusalCode> | null =>
  knownPerson && (!hasNeverJoined(knownPerson) || knownPerson.id !== personId) ? refuse('person.email_taken', {}, 'email') : null;

/** Why this person may not be invited, by the one who asks, at this address, in this role. */
const refuseInvitation = (
  context: ConfigurationContext,
  { role }: Invitation,
  knownPerson: PersonRow | undefined,
  personId: string,
): Refusal<RefusalCode> | null =>
  refuseWithout(context, 'people.invite') ?? refuseAddress(knownPerson, personId) ?? refuseRole(context, role, knownPerson);

const timeZoneOf = ({ timeZone }: Invitation, { reads }: ConfigurationContext): string =>
  timeZone ?? reads.organisation.get(organisationKey)?.timeZone ?? 'UTC';

const findKnownPerson = ({ email, personId }: Invitation, state: PeopleState, addresses: Addresses): PersonRow | undefined =>
  addresses.personWith(state, email) ?? (personId === undefined ? undefined : state.get(personId));

export const invite = (
  data: Invitation,
  state: PeopleState,
  outerContext: ConfigurationContext,
  addresses = new Addresses(state),
  places = new TeamPlaces(state, outerContext.reads),
): PeopleAnswer => {
  const context = withCurrentRoles(state, outerContext);
  const knownPerson = findKnownPerson(data, state, addresses);
  const personId = data.personId ?? knownPerson?.id ?? context.newId('person');
  const refusal = refuseInvitation(context, data, knownPerson, personId);
  if (refusal) return refusal;
  const { name, email, role, invitationHash, expiresAt, teams } = data;
  if (teams?.some(({ teamId }) => !places.take(teamId, personId)))
    return refuse('limit.team_members', { limit: teamLimits.membersPerTeam }, 'team');
  const earlierInvitation = knownPerson && becomesOf(knownPerson, context);
  return [
    {
      type: 'PersonInvited',
      data: {
        personId,
        name,
        email,
        role,
        timeZone: timeZoneOf(data, context),
        invitationHash,
        expiresAt,
        ...(earlierInvitation ? { earlierInvitation } : {}),
        ...(teams ? { teams } : {}),
      },
    },
  ];
};

/**
 * Invites one person after another, each on top of the directory so far; the first refusal is the answer, and names the
 * row.
 */
export const inviteAll = ({ people }: Data<'InvitePeople'>, state: PeopleState, context: ConfigurationContext): PeopleAnswer => {
  const facts: PeopleFact[] = [];
  const addresses = new Addresses(state);
  const places = new TeamPlaces(state, context.reads);
  let currentState = state;
  for (const [n, person] of people.entries()) {
    const decision = invite(person, currentState, context, addresses, places);
    if (isRefused(decision)) return new Refusal(decision.code, decision.params, `people.${n}.${decision.path ?? 'role'}`);
    if (!isFacts(decision)) continue;
    facts.push(...decision);
    for (const { data } of decision) if ('email' in data) addresses.add(data.email, data.personId);
    currentState = foldFacts({ evolve: evolvePeople }, currentState, decision, metaOfDecision(context));
  }
  return facts;
};

export const join = (data: Data<'JoinPerson'>, state: PeopleState, { now }: ConfigurationContext): PeopleAnswer => {
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

export const joinFirstOwner = (data: Data<'JoinFirstOwner'>, state: PeopleState, context: ConfigurationContext): PeopleAnswer => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  return state.get(data.personId) ? new Nothing() : [{ type: 'PersonJoined', data: { ...data, role: 'owner' } }];
};
