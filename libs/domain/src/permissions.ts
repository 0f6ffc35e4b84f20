import type { Actor } from '@tocsin/contracts/envelope.js';
import { organisationRoles, permissions, type OrganisationRole, type Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { TeamRow } from '@tocsin/contracts/teams.js';
import type { Refused } from '@tocsin/kernel/refused.js';
import type { ConfigurationReads } from './reads.js';
import { refuse } from './refuse.js';

/** What a permission is judged by. */
export interface Acting {
  readonly actor: Actor;
}

/** Processes and timers do what a recorded fact asks for: whoever caused the fact was judged then. */
export const isSystem = ({ actor }: Acting): boolean => actor.kind === 'system';

/** The role in the organisation, as the guard wrote it into the actor; null for somebody without one. */
export const roleOf = ({ actor }: Acting): OrganisationRole | null => organisationRoles.find((role) => actor.roles.includes(role)) ?? null;

/** Page links open one page and nothing else. */
const byPageLink = ({ actor }: Acting): boolean => actor.via !== undefined;

export const isOwner = (acting: Acting): boolean => isSystem(acting) || (!byPageLink(acting) && roleOf(acting) === 'owner');

/** Whether the role in the organisation alone gives the permission, everywhere. */
export const mayEverywhere = (acting: Acting, permission: Permission): boolean => {
  if (isSystem(acting)) return true;
  if (byPageLink(acting)) return false;
  const role = roleOf(acting);
  return role !== null && permissions[permission][role] === 'all';
};

/** The same, or because of the role in a team of these members. */
export const mayInTeam = (acting: Acting, permission: Permission, members: TeamRow['members']): boolean => {
  if (mayEverywhere(acting, permission)) return true;
  if (byPageLink(acting) || acting.actor.kind !== 'person') return false;
  const member = members.find(({ personId }) => personId === acting.actor.id);
  return member !== undefined && permissions[permission][member.role] !== 'no';
};

/** Services, integrations, policies and routes of a team: owners and admins, and the team's managers. */
export const mayConfigureTeam = (context: Acting & { readonly reads: Pick<ConfigurationReads, 'teams'> }, teamId: string): boolean =>
  mayInTeam(context, 'service.configure', context.reads.teams.get(teamId)?.members ?? []);

/** One's own profile, contact methods and rules; or anybody's for those who may configure people. */
export const maySelf = (acting: Acting, personId: string): boolean =>
  mayEverywhere(acting, 'people.configure') || (!byPageLink(acting) && acting.actor.kind === 'person' && acting.actor.id === personId);

/** The refusal, saying whom it takes. */
export const denied = (who: string): Refused<RefusalCode> => refuse('permission.denied', { who });

/**
 * Whether this actor could have the permission at all, somewhere: judged before a command is decided. Where it depends on the
 * entity, its decider judges again. The link of a page carries no role: what it opens is for the decider alone.
 */
export const mightHave = (context: Acting & { readonly reads: Pick<ConfigurationReads, 'teams'> }, permission: Permission): boolean => {
  if (isSystem(context) || byPageLink(context)) return true;
  const role = roleOf(context);
  if (role !== null && permissions[permission][role] !== 'no') return true;
  for (const team of context.reads.teams.all()) if (mayInTeam(context, permission, team.members)) return true;
  return false;
};
