import type { Actor } from '@tocsin/contracts/envelope.js';
import { isGranted, isGrantedEverywhere, isGrantedInTeam, type PermissionTarget, type ActorRoles } from '@tocsin/contracts/granted.js';
import {
  auditorFlag,
  organisationRoles,
  permissions,
  type OrganisationRole,
  type Permission,
  type PermissionRow,
  type TeamRole,
} from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { TeamRow } from '@tocsin/contracts/teams.js';
import type { Refused } from '@tocsin/kernel/decide/refused.js';
import type { ConfigurationReads } from '../reads.js';
import { refuse } from './refuse.js';

/** The input of every permission check. */
export interface Acting {
  readonly actor: Actor;
}
type WithTeams = Acting & { readonly reads: Pick<ConfigurationReads, 'teams'> };

/** Whether the actor is Tocsin itself. Processes and timers carry out a recorded event; its actor was checked when that event was decided. */
export const isSystem = ({ actor }: Acting): boolean => actor.kind === 'system';

/** The role in the organisation, as the guard wrote it into the actor; null without one. */
export const roleOf = ({ actor }: Acting): OrganisationRole | null => organisationRoles.find((role) => actor.roles.includes(role)) ?? null;

const ofOrganisation = (acting: Acting): Pick<ActorRoles, 'role' | 'isAuditor'> => ({
  role: roleOf(acting),
  isAuditor: acting.actor.roles.includes(auditorFlag),
});

/** Lazy: teams are searched only when needed. */
function* teamsOf({ actor, reads }: WithTeams): Generator<{ readonly id: string; readonly role: TeamRole }> {
  for (const { id, members } of reads.teams.all()) for (const { personId, role } of members) if (personId === actor.id) yield { id, role };
}

const standingOf = (context: WithTeams): ActorRoles => ({ ...ofOrganisation(context), teams: teamsOf(context) });

/** Page links open one page and nothing else. */
const byPageLink = ({ actor }: Acting): boolean => actor.via !== undefined;

const rowOf = (permission: Permission): PermissionRow => permissions[permission];

/** Whether the token’s scopes cover it; true for an actor without a token. */
const tokenCovers = ({ actor }: Acting, permission: Permission): boolean => {
  const { token } = rowOf(permission);
  return actor.token === undefined || (token !== 'no' && actor.token.scopes.includes(token));
};

/** A service token has no role: it has only its scopes, in the whole organisation or in one team. */
const byServiceToken = ({ actor }: Acting): boolean => actor.kind === 'token';

/** Whether the role in the organisation alone (or the auditor flag) gives the permission everywhere. */
export const mayEverywhere = (acting: Acting, permission: Permission): boolean => {
  if (isSystem(acting)) return true;
  if (byPageLink(acting) || !tokenCovers(acting, permission)) return false;
  if (byServiceToken(acting)) return acting.actor.token?.teamId === null;
  return isGrantedEverywhere(permission, ofOrganisation(acting));
};

export const isOwner = (acting: Acting): boolean => mayEverywhere(acting, 'owner.configure');

/**
 * The same, or by the role in this team; for a service token, if it belongs to this team. Undefined: the team does not
 * exist.
 */
export const mayInTeam = (acting: Acting, permission: Permission, team: Pick<TeamRow, 'id' | 'members'> | null | undefined): boolean => {
  if (mayEverywhere(acting, permission)) return true;
  if (!team || byPageLink(acting) || !tokenCovers(acting, permission)) return false;
  if (byServiceToken(acting)) return acting.actor.token?.teamId === team.id;
  const member = team.members.find(({ personId }) => personId === acting.actor.id);
  return member !== undefined && isGrantedInTeam(permission, roleOf(acting), member.role);
};

/**
 * Checks everything in the permission table about a thing: the role in the organisation, roles in teams, and the
 * actor’s relation to the thing.
 */
export const mayAbout = (context: WithTeams, permission: Permission, about: Omit<PermissionTarget, 'somewhere'>): boolean => {
  if (mayInTeam(context, permission, about.teamId ? context.reads.teams.get(about.teamId) : undefined)) return true;
  if (byServiceToken(context) || byPageLink(context) || !tokenCovers(context, permission)) return false;
  return isGranted(permission, standingOf(context), about);
};

/** Services, integrations, policies and routes of a team: owners and admins, and the team's managers. */
export const mayConfigureTeam = (context: WithTeams, teamId: string): boolean =>
  mayInTeam(context, 'service.configure', context.reads.teams.get(teamId));

/** One’s own profile, contact methods and rules; or anyone’s, for those who may configure people. */
export const maySelf = (acting: Acting, personId: string): boolean => {
  if (mayEverywhere(acting, 'self.configure')) return true;
  const isSelf = acting.actor.kind === 'person' && acting.actor.id === personId;
  return isSelf && !byPageLink(acting) && tokenCovers(acting, 'self.configure');
};

/** The refusal, naming who is allowed. */
export const denied = (who: string): Refused<RefusalCode> => refuse('permission.denied', { who });

/** The refusal for paging by hand. */
export const pageDenied = ({ actor }: Acting): Refused<RefusalCode> =>
  denied(actor.token?.teamId ? 'a token of the team that owns it' : 'a member, an admin or an owner');

/**
 * Whether the actor may read contact addresses, devices and the like of a person in clear: their own, or everyone’s.
 */
export const mayReadInClear = (acting: Acting, personId: string | null): boolean => {
  if (mayEverywhere(acting, 'people.addresses')) return true;
  const { actor } = acting;
  return actor.kind === 'person' && actor.id === personId && !byPageLink(acting) && tokenCovers(acting, 'people.addresses');
};

/**
 * Whether this actor could have the permission anywhere: checked before a command is decided. Where it depends on the
 * entity, the decider checks again. The link of a page carries no role, so only the decider can check it.
 */
export const couldHave = (context: WithTeams, permission: Permission): boolean => {
  if (isSystem(context) || byPageLink(context)) return true;
  if (!tokenCovers(context, permission)) return false;
  if (byServiceToken(context)) return true;
  return isGranted(permission, standingOf(context), { somewhere: true, own: true, paged: true });
};

/**
 * The refusal when the token itself is the reason: no token may do this, or its scopes don’t include it. Null when it
 * may, or without a token.
 */
export const tokenRefusal = (acting: Acting, permission: Permission): Refused<RefusalCode> | null => {
  if (acting.actor.token === undefined || tokenCovers(acting, permission)) return null;
  const { token } = rowOf(permission);
  return token === 'no' ? refuse('token.not_for_this') : refuse('token.scope_missing', { scope: token });
};
