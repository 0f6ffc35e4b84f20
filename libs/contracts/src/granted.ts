import { permissions, type OrganisationRole, type Permission, type PermissionRow, type TeamRole } from './permissions.js';

/** The roles of an actor: in the organisation, flags, and in teams. */
export interface ActorRoles {
  /** Null: no role. */
  readonly role: OrganisationRole | null;
  readonly isAuditor: boolean;
  /** Gone through only where the rest does not decide. */
  readonly teams: Iterable<{ readonly id: string; readonly role: TeamRole }>;
}

/** Subject of a permission check. */
export interface PermissionTarget {
  /** The team that owns the thing; null or absent: the organisation does. */
  readonly teamId?: string | null | undefined;
  /** Whichever team owns it: whether there is anything at all that they may. */
  readonly somewhere?: boolean | undefined;
  readonly own?: boolean | undefined;
  readonly paged?: boolean | undefined;
}

const rowOf = (permission: Permission): PermissionRow => permissions[permission];

/** Whether the organisation role, or the auditor flag, grants the permission everywhere. */
export const isGrantedEverywhere = (permission: Permission, { role, isAuditor }: Pick<ActorRoles, 'role' | 'isAuditor'>): boolean => {
  const row = rowOf(permission);
  return role !== null && (row[role] === 'all' || (row.auditor === 'all' && isAuditor));
};

/** Whether a team role grants it there: observers stay read-only in every team. */
export const isGrantedInTeam = (permission: Permission, role: OrganisationRole | null, inTeam: TeamRole): boolean =>
  role !== 'observer' && rowOf(permission)[inTeam] !== 'no';

/** Whether the relation to the subject grants it: it is theirs, or they are paged for it. */
const isGrantedByRelation = (permission: Permission, role: OrganisationRole, { own = false, paged = false }: PermissionTarget): boolean => {
  const reach = rowOf(permission)[role];
  return (reach === 'own' && own) || (reach === 'paged' && (paged || own));
};

/**
 * Evaluates the permission table for an actor and a target. Used by server and web; what tokens, links of pages and Tocsin itself may
 * besides, or may not, only the server knows.
 */
export const isGranted = (permission: Permission, { role, isAuditor, teams }: ActorRoles, about: PermissionTarget = {}): boolean => {
  if (isGrantedEverywhere(permission, { role, isAuditor })) return true;
  if (role !== null && isGrantedByRelation(permission, role, about)) return true;
  if (role === 'observer') return false;
  for (const { id, role: inTeam } of teams) {
    const reach = rowOf(permission)[inTeam];
    if (reach === 'all' || (reach !== 'no' && (about.somewhere === true || id === about.teamId))) return true;
  }
  return false;
};
