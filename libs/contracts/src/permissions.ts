import type { Scope } from './tokens/scopes.js';

/** Roles in the organisation, and in a team. */
export const organisationRoles = ['owner', 'admin', 'member', 'observer'] as const;
export type OrganisationRole = (typeof organisationRoles)[number];
export const teamRoles = ['manager', 'responder'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** In addition to any organisation role: reads addresses and devices of others, without changing anything. */
export const auditorFlag = 'auditor';

/**
 * Who may. `all`: everywhere; `own`: in one’s own teams, or for oneself; `paged`: when paged for it. Roles combine: a manager of one team has manager
 * permissions there and member permissions elsewhere. `auditor`: what the flag adds to any role. `token`: the scope that a token needs (a personal token:
 * what the person may do; a service token: everywhere, or in its team); `no`: only signed-in people.
 */
export interface PermissionRow {
  readonly owner: 'all' | 'own';
  readonly admin: 'all' | 'own' | 'no';
  readonly manager: 'all' | 'own' | 'no';
  readonly responder: 'all' | 'own' | 'no';
  readonly member: 'all' | 'own' | 'paged' | 'no';
  readonly observer: 'all' | 'own' | 'paged' | 'no';
  readonly auditor: 'all' | 'no';
  readonly token: Scope | 'no';
}

const permissionRow = (
  admin: PermissionRow['admin'],
  manager: PermissionRow['manager'],
  responder: PermissionRow['responder'],
  member: PermissionRow['member'],
  observer: PermissionRow['observer'],
  { owner = 'all', token = 'no', auditor = 'no' }: Partial<Pick<PermissionRow, 'owner' | 'token' | 'auditor'>> = {},
): PermissionRow => ({ owner, admin, manager, responder, member, observer, auditor, token });

/** Permission × role: read by the guard, by the UI and by the generated reference. */
export const permissions = {
  'everything.read': permissionRow('all', 'all', 'all', 'all', 'all', { token: 'read' }),
  'alert_group.act': permissionRow('all', 'all', 'own', 'paged', 'paged', { token: 'alert_groups.act' }),
  'alert_group.act_on_filtered': permissionRow('all', 'all', 'all', 'all', 'all', { token: 'alert_groups.act' }),
  'alert_group.join': permissionRow('all', 'all', 'own', 'paged', 'paged'),
  'tool_plan.propose': permissionRow('all', 'all', 'all', 'all', 'all', { token: 'plan' }),
  'tool_plan.approve': permissionRow('all', 'all', 'all', 'all', 'all'),
  'person.page': permissionRow('all', 'all', 'all', 'all', 'no', { token: 'page' }),
  'page.answer': permissionRow('own', 'own', 'own', 'own', 'own', { owner: 'own', token: 'alert_groups.act' }),
  'drill.ring': permissionRow('all', 'no', 'no', 'no', 'no'),
  'test_alert.send': permissionRow('all', 'all', 'all', 'all', 'all'),
  'service.configure': permissionRow('all', 'own', 'no', 'no', 'no', { token: 'configure' }),
  'routes.configure': permissionRow('all', 'no', 'no', 'no', 'no', { token: 'configure' }),
  'schedule.override': permissionRow('all', 'own', 'own', 'no', 'no'),
  'silence.start': permissionRow('all', 'own', 'own', 'no', 'no', { token: 'alert_groups.act' }),
  'event_subscription.configure': permissionRow('all', 'own', 'no', 'no', 'no'),
  'team.create': permissionRow('all', 'no', 'no', 'no', 'no', { token: 'teams.create' }),
  'team.remove': permissionRow('all', 'no', 'no', 'no', 'no'),
  'team.configure': permissionRow('all', 'own', 'no', 'no', 'no'),
  'people.invite': permissionRow('all', 'no', 'no', 'no', 'no', { token: 'people.invite' }),
  'people.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'owner.configure': permissionRow('no', 'no', 'no', 'no', 'no'),
  'person.erase': permissionRow('all', 'no', 'no', 'no', 'no'),
  'store.go_live': permissionRow('no', 'no', 'no', 'no', 'no'),
  'failures.retry': permissionRow('no', 'no', 'no', 'no', 'no'),
  'organisation.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'backups.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'connections.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'sign_in.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'tokens.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'standing_approval.configure': permissionRow('all', 'no', 'no', 'no', 'no'),
  'self.configure': permissionRow('all', 'own', 'own', 'own', 'own'),
  'self.secure': permissionRow('own', 'own', 'own', 'own', 'own', {
    owner: 'own',
  }),
  'people.addresses': permissionRow('all', 'no', 'own', 'own', 'own', {
    token: 'audit',
    auditor: 'all',
  }),
  'report.people': permissionRow('all', 'own', 'no', 'own', 'no', { token: 'audit', auditor: 'all' }),
  'film.export': permissionRow('all', 'own', 'own', 'no', 'no', { auditor: 'all' }),
  'pack.group': permissionRow('all', 'own', 'no', 'no', 'no', { auditor: 'all' }),
  'pack.person': permissionRow('all', 'own', 'no', 'own', 'own', { auditor: 'all' }),
  'pack.quarter': permissionRow('all', 'own', 'no', 'no', 'no', { auditor: 'all' }),
  'config.apply': permissionRow('all', 'own', 'no', 'no', 'no', { token: 'apply' }),
  'import.manage': permissionRow('all', 'no', 'no', 'no', 'no', { token: 'import' }),
  'metrics.read': permissionRow('all', 'all', 'all', 'all', 'all', {
    token: 'metrics',
  }),
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof permissions;
