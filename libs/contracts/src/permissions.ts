/** What a person may be in the organisation, and in a team. */
export const organisationRoles = ['owner', 'admin', 'member', 'observer'] as const;
export type OrganisationRole = (typeof organisationRoles)[number];
export const teamRoles = ['manager', 'responder'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** Beside any role of the organisation: reads what others’ addresses and devices are, and changes nothing by it. */
export const auditorFlag = 'auditor';

/** What a token may be given, in the words of whoever gives it. A closed list: a token without a scope can do nothing. */
export const scopes = {
  read: 'Read alerts, history and settings, and follow them live',
  'alert_groups.act': 'Acknowledge, resolve, reopen and note on alert groups',
  page: 'Page people manually',
  configure: 'Change services, integrations, policies and schedules',
  'people.invite': 'Invite members and observers',
  'teams.create': 'Create teams',
  audit: 'Read addresses, IPs and devices of people in clear',
  metrics: 'Read the figures for Prometheus',
} as const;
export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as readonly Scope[];

/**
 * One row: who may, in the words of the reference. `all`: everywhere; `own`: in one's own teams, or for oneself; `paged`: when paged for
 * it. Roles add up: who is a manager of one team has the manager's word there and the member's elsewhere. `auditor`: what the flag adds to
 * any role. `token`: the scope that lets a token do it (a person's token: what the person may; a service token: everywhere, or in its
 * team), or `no`: only somebody who is signed in.
 */
export interface PermissionRow {
  readonly says: string;
  readonly owner: 'all' | 'own';
  readonly admin: 'all' | 'own' | 'no';
  readonly manager: 'all' | 'own' | 'no';
  readonly responder: 'all' | 'own' | 'no';
  readonly member: 'all' | 'own' | 'paged' | 'no';
  readonly observer: 'all' | 'own' | 'paged' | 'no';
  readonly auditor: 'all' | 'no';
  readonly token: Scope | 'no';
}

const row = (
  says: string,
  admin: PermissionRow['admin'],
  manager: PermissionRow['manager'],
  responder: PermissionRow['responder'],
  member: PermissionRow['member'],
  observer: PermissionRow['observer'],
  { owner = 'all', token = 'no', auditor = 'no' }: Partial<Pick<PermissionRow, 'owner' | 'token' | 'auditor'>> = {},
): PermissionRow => ({ says, owner, admin, manager, responder, member, observer, auditor, token });

/** Permission × role, once: read by the guard, by the UI and by the generated reference. */
export const permissions = {
  'everything.read': row('read alerts, history and settings of services', 'all', 'all', 'all', 'all', 'all', { token: 'read' }),
  'alert_group.act': row('acknowledge, resolve, note, take over', 'all', 'all', 'own', 'paged', 'paged', { token: 'alert_groups.act' }),
  'alert_group.join': row('join whoever works on an alert group', 'all', 'all', 'own', 'paged', 'paged'),
  'person.page': row('page someone manually', 'all', 'all', 'all', 'all', 'no', { token: 'page' }),
  'page.answer': row('say “I’m here” to one’s own page', 'own', 'own', 'own', 'own', 'own', { owner: 'own', token: 'alert_groups.act' }),
  'test_alert.send': row('send a test alert that rings oneself', 'all', 'all', 'all', 'all', 'all'),
  'service.configure': row('services, integrations, policies, schedules', 'all', 'own', 'no', 'no', 'no', { token: 'configure' }),
  'schedule.override': row('take it, override or cover own shifts; those of others: managers', 'all', 'own', 'own', 'no', 'no'),
  'event_subscription.configure': row('event subscriptions: of a team, or of all', 'all', 'own', 'no', 'no', 'no'),
  'team.create': row('create teams', 'all', 'no', 'no', 'no', 'no', { token: 'teams.create' }),
  'team.remove': row('remove teams', 'all', 'no', 'no', 'no', 'no'),
  'team.configure': row('a team’s name and its members', 'all', 'own', 'no', 'no', 'no'),
  'people.invite': row('invite members and observers', 'all', 'no', 'no', 'no', 'no', { token: 'people.invite' }),
  'people.configure': row('people and roles', 'all', 'no', 'no', 'no', 'no'),
  'owner.configure': row(
    'grant or remove the owner role; change how an owner signs in or is paged; change the public address and the mail server, which password reset links depend on',
    'no',
    'no',
    'no',
    'no',
    'no',
  ),
  'person.erase': row('erase a person', 'all', 'no', 'no', 'no', 'no'),
  'store.go_live': row('Go live here on a held store', 'no', 'no', 'no', 'no', 'no'),
  'failures.retry': row('try again what was given up', 'no', 'no', 'no', 'no', 'no'),
  'organisation.configure': row(
    'the organisation’s name and time zone; test the public address; limits, retention',
    'all',
    'no',
    'no',
    'no',
    'no',
  ),
  'sign_in.configure': row('how people sign in', 'all', 'no', 'no', 'no', 'no'),
  'tokens.configure': row('service tokens, and other people’s tokens', 'all', 'no', 'no', 'no', 'no'),
  'self.configure': row(
    'own profile, contact methods, rules, tokens; somebody else’s: owners and admins, an owner’s contact methods and rules: owners',
    'all',
    'own',
    'own',
    'own',
    'own',
  ),
  'self.secure': row(
    'own e-mail address, second step of signing in and its recovery codes: nobody for another',
    'own',
    'own',
    'own',
    'own',
    'own',
    {
      owner: 'own',
    },
  ),
  'people.addresses': row('contact addresses, IPs and devices in clear', 'all', 'no', 'own', 'own', 'own', {
    token: 'audit',
    auditor: 'all',
  }),
  'metrics.read': row('figures for Prometheus; on the machine itself nobody is asked', 'all', 'all', 'all', 'all', 'all', {
    token: 'metrics',
  }),
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof permissions;
