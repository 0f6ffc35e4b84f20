/** The scopes of tokens, with their labels. A closed list: a token without a scope can do nothing. */
export const scopes = {
  read: 'Read alerts, history and settings, and follow them live',
  'alert_groups.act': 'Acknowledge, resolve, reopen, note on and silence alert groups',
  plan: 'Ask to acknowledge, snooze, resolve or note on alert groups; a person approves each',
  page: 'Page people manually',
  configure: 'Change services, integrations, policies and schedules',
  'people.invite': 'Invite members and observers',
  'teams.create': 'Create teams',
  apply: 'Apply configuration files: what configure may, members of teams, invitations',
  import: 'Import alert history; each import is kept apart from live data',
  audit: 'Read full addresses, IPs and devices of people',
  metrics: 'Read the metrics for Prometheus',
} as const;
export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as readonly Scope[];
