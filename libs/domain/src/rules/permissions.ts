import { isByPageLink, isViaPlan, toolPlanOf, type Actor } from '@tocsin/contracts/envelope.js';
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
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationReads } from '../reads.js';
import { refuse } from './refuse.js';

export interface PermissionInput {
  readonly actor: Actor;
}
type WithTeams = PermissionInput & { readonly reads: Pick<ConfigurationReads, 'teams'> };

/** Whether the actor is Tocsin itself. Processes and timers carry out a recorded event; its actor was checked when that event was decided. */
export const isSystem = ({ actor }: PermissionInput): boolean => actor.kind === 'system';

/** The role in the organisation, as the guard wrote it into the actor; null without one. */
export const roleOf = ({ actor }: PermissionInput): OrganisationRole | null =>
  organisationRoles.find((role) => actor.roles.includes(role)) ?? null;

const organisationRolesOf = (input: PermissionInput): Pick<ActorRoles, 'role' | 'isAuditor'> => ({
  role: roleOf(input),
  isAuditor: input.actor.roles.includes(auditorFlag),
});

/** Lazy: teams are searched only when needed. */
function* teamsOf({ actor, reads }: WithTeams): Generator<{ readonly id: string; readonly role: TeamRole }> {
  for (const { id, members } of reads.teams.all()) for (const { personId, role } of members) if (personId === actor.id) yield { id, role };
}

const standingOf = (context: WithTeams): ActorRoles => ({ ...organisationRolesOf(context), teams: teamsOf(context) });

const rowOf = (permission: Permission): PermissionRow => permissions[permission];

/** What the scope `apply` covers within a plan, and nowhere else. */
const coveredByApply: ReadonlySet<Permission> = new Set<Permission>([
  'connections.configure',
  'service.configure',
  'schedule.override',
  'team.configure',
  'team.create',
  'people.invite',
]);

/** Whether the token’s scopes cover it; true for an actor without a token. */
const doesTokenCover = ({ actor }: PermissionInput, permission: Permission): boolean => {
  if (actor.token === undefined) return true;
  const { token } = rowOf(permission);
  const isCovered = token !== 'no' && actor.token.scopes.includes(token);
  // a plan that was approved is carried out in the name of a token that may do nothing else
  if (toolPlanOf(actor) !== undefined && permission === 'alert_group.act') return actor.token.scopes.includes('plan');
  return isCovered || (isViaPlan(actor) && actor.token.scopes.includes('apply') && coveredByApply.has(permission));
};

/** A service token has no role: it has only its scopes, in the whole organisation or in one team. */
const isByServiceToken = ({ actor }: PermissionInput): boolean => actor.kind === 'token';

/** Whether the role in the organisation alone (or the auditor flag) gives the permission everywhere. */
export const hasOrganisationPermission = (input: PermissionInput, permission: Permission): boolean => {
  if (isSystem(input)) return true;
  if (isByPageLink(input.actor) || !doesTokenCover(input, permission)) return false;
  if (isByServiceToken(input)) return input.actor.token?.teamId === null;
  return isGrantedEverywhere(permission, organisationRolesOf(input));
};

export const isOwner = (input: PermissionInput): boolean => hasOrganisationPermission(input, 'owner.configure');

/**
 * The same, or by the role in this team; for a service token, if it belongs to this team. Undefined: the team does not
 * exist.
 */
export const hasTeamPermission = (
  input: PermissionInput,
  permission: Permission,
  team: Pick<TeamRow, 'id' | 'members'> | null | undefined,
): boolean => {
  if (hasOrganisationPermission(input, permission)) return true;
  if (!team || isByPageLink(input.actor) || !doesTokenCover(input, permission)) return false;
  if (isByServiceToken(input)) return input.actor.token?.teamId === team.id;
  const member = team.members.find(({ personId }) => personId === input.actor.id);
  return member !== undefined && isGrantedInTeam(permission, roleOf(input), member.role);
};

/**
 * Checks everything in the permission table about a thing: the role in the organisation, roles in teams, and the
 * actor’s relation to the thing.
 */
export const hasPermissionFor = (context: WithTeams, permission: Permission, target: Omit<PermissionTarget, 'somewhere'>): boolean => {
  if (hasTeamPermission(context, permission, target.teamId ? context.reads.teams.get(target.teamId) : undefined)) return true;
  if (isByServiceToken(context) || isByPageLink(context.actor) || !doesTokenCover(context, permission)) return false;
  return isGranted(permission, standingOf(context), target);
};

/** Services, integrations, policies and routes of a team: owners and admins, and the team's managers. */
export const canConfigureTeam = (context: WithTeams, teamId: string): boolean =>
  hasTeamPermission(context, 'service.configure', context.reads.teams.get(teamId));

/** One’s own profile, contact methods and rules; or anyone’s, for those who may configure people. */
export const canActForPerson = (input: PermissionInput, personId: string): boolean => {
  if (hasOrganisationPermission(input, 'self.configure')) return true;
  const isSelf = input.actor.kind === 'person' && input.actor.id === personId;
  return isSelf && !isByPageLink(input.actor) && doesTokenCover(input, 'self.configure');
};

export const refusePermission = (allowedRoles: string): Refusal<RefusalCode> => refuse('permission.denied', { who: allowedRoles });

/** The refusal for paging by hand. */
export const refusePage = ({ actor }: PermissionInput): Refusal<RefusalCode> =>
  refusePermission(actor.token?.teamId ? 'a token of the team that owns it' : 'a member, an admin or an owner');

/**
 * Whether the actor may read contact addresses, devices and the like of a person in clear: their own, or everyone’s.
 */
export const canReadInClear = (input: PermissionInput, personId: string | null): boolean => {
  if (hasOrganisationPermission(input, 'people.addresses')) return true;
  const { actor } = input;
  return actor.kind === 'person' && actor.id === personId && !isByPageLink(input.actor) && doesTokenCover(input, 'people.addresses');
};

/**
 * Whether this actor could have the permission anywhere: checked before a command is decided. Where it depends on the
 * entity, the decider checks again. The link of a page carries no role, so only the decider can check it.
 */
export const canEverHave = (context: WithTeams, permission: Permission): boolean => {
  if (isSystem(context) || isByPageLink(context.actor)) return true;
  if (!doesTokenCover(context, permission)) return false;
  if (isByServiceToken(context)) return true;
  return isGranted(permission, standingOf(context), { somewhere: true, own: true, paged: true });
};

/**
 * The refusal when the token itself is the reason: no token may do this, or its scopes don’t include it. Null when it
 * may, or without a token.
 */
export const refuseToken = (input: PermissionInput, permission: Permission): Refusal<RefusalCode> | null => {
  if (input.actor.token === undefined || doesTokenCover(input, permission)) return null;
  const { token } = rowOf(permission);
  return token === 'no' ? refuse('token.not_for_this') : refuse('token.scope_missing', { scope: token });
};
