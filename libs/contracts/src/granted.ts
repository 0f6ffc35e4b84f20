import { permissions, type OrganisationRole, type Permission, type PermissionRow, type TeamRole } from './permissions.js';

export interface ActorRoles {
  /** Null: no role. */
  readonly role: OrganisationRole | null;
  readonly isAuditor: boolean;
  /** Iterated only when the rest does not decide. */
  readonly teams: Iterable<{ readonly id: string; readonly role: TeamRole }>;
}

/** Subject of a permission check. */
export interface PermissionTarget {
  /** The team that owns the thing; null or absent: the organisation does. */
  readonly teamId?: string | null | undefined;
  /** Asks about any team: whether the actor may do it to anything at all. */
  readonly somewhere?: boolean | undefined;
  readonly own?: boolean | undefined;
  readonly paged?: boolean | undefined;
}

const rowOf = (permission: Permission): PermissionRow => permissions[permission];

/** By the organisation role, or the auditor flag. */
export const isGrantedEverywhere = (permission: Permission, { role, isAuditor }: Pick<ActorRoles, 'role' | 'isAuditor'>): boolean => {
  const row = rowOf(permission);
  return role !== null && (row[role] === 'all' || (row.auditor === 'all' && isAuditor));
};

/** Observers stay read-only in every team. */
export const isGrantedInTeam = (permission: Permission, role: OrganisationRole | null, inTeam: TeamRole): boolean =>
  role !== 'observer' && rowOf(permission)[inTeam] !== 'no';

/** The actor’s own, or something they are paged for. */
const isGrantedByRelation = (permission: Permission, role: OrganisationRole, { own = false, paged = false }: PermissionTarget): boolean => {
  const reach = rowOf(permission)[role];
  return (reach === 'own' && own) || (reach === 'paged' && (paged || own));
};

/** Used by server and web. Only the server knows what tokens, page links and Tocsin itself may do or not. */
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
