/** What a person may be in the organisation, and in a team. */
export const organisationRoles = ['owner', 'admin', 'member', 'observer'] as const;
export type OrganisationRole = (typeof organisationRoles)[number];
export const teamRoles = ['manager', 'responder'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** One row: who may, in the words of the reference. `all`: everywhere; `own`: in one's own teams, or for oneself; `paged`: when paged for it. */
export interface PermissionRow {
  readonly says: string;
  readonly owner: 'all';
  readonly admin: 'all' | 'no';
  readonly manager: 'all' | 'own' | 'no';
  readonly responder: 'all' | 'own' | 'no';
  readonly member: 'all' | 'own' | 'paged' | 'no';
  readonly observer: 'all' | 'own' | 'no';
}

const row = (
  says: string,
  admin: PermissionRow['admin'],
  manager: PermissionRow['manager'],
  responder: PermissionRow['responder'],
  member: PermissionRow['member'],
  observer: PermissionRow['observer'],
): PermissionRow => ({ says, owner: 'all', admin, manager, responder, member, observer });

/** Permission × role, once: read by the guard, by the UI and by the generated reference. */
export const permissions = {
  'everything.read': row('read alerts, history and settings of services', 'all', 'all', 'all', 'all', 'all'),
  'alert_group.act': row('acknowledge, resolve, note, take over', 'all', 'all', 'own', 'paged', 'no'),
  'person.page': row('page someone by hand', 'all', 'all', 'all', 'all', 'no'),
  'service.configure': row('services, integrations, policies', 'all', 'own', 'no', 'no', 'no'),
  'team.configure': row('teams and their members', 'all', 'own', 'no', 'no', 'no'),
  'people.configure': row('people and roles', 'all', 'no', 'no', 'no', 'no'),
  'self.configure': row('own profile, contact methods and rules', 'all', 'all', 'all', 'all', 'all'),
  'people.addresses': row('contact addresses in clear', 'all', 'no', 'own', 'own', 'own'),
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof permissions;
