import type { Permission } from './permissions.js';

/** Descriptions of permissions, for the reference. Not in the permission table, which the first screen loads. */
export const permissionWords: Readonly<Record<Permission, string>> = {
  'everything.read': 'read alerts, history and settings of services',
  'alert_group.act': 'acknowledge, resolve, note, take over',
  'alert_group.act_on_filtered': 'acknowledge or resolve all alert groups that match a filter and that they may act on',
  'alert_group.join': 'join the assignee of an alert group',
  'person.page': 'page someone manually',
  'page.answer': 'stop own pages (“Seen, keep paging”)',
  'test_alert.send': 'send a test alert to oneself',
  'service.configure': 'services, integrations, policies, schedules',
  'routes.configure': 'routes of the organisation, in front of all integrations',
  'schedule.override': 'take over, override or ask for cover of own shifts; managers: anyone’s',
  'silence.start': 'silences of a team’s services, up to 24 h; managers: up to 90 days',
  'event_subscription.configure': 'event subscriptions of a team or of all teams',
  'team.create': 'create teams',
  'team.remove': 'remove teams',
  'team.configure': 'names and members of teams',
  'people.invite': 'invite members and observers',
  'people.configure': 'people and roles',
  'owner.configure':
    'grant or remove the owner role; change how an owner signs in or is paged; change the public address and the mail server, which password reset links depend on',
  'person.erase': 'erase a person',
  'store.go_live': 'resume sending after a restore (“Go live here”)',
  'failures.retry': 'retry failed reactions',
  'organisation.configure': 'the organisation’s name and time zone; test the public address; limits, retention',
  'connections.configure': 'the accounts outside that messages are sent through',
  'sign_in.configure': 'how people sign in',
  'tokens.configure': 'service tokens, and other people’s tokens',
  'self.configure':
    'own profile, contact methods, rules, tokens; those of others: owners and admins; an owner’s contact methods and rules: owners',
  'self.secure': 'own e-mail address, two-factor sign-in and its recovery codes, accounts in chats, night tests: never those of others',
  'people.addresses': 'full contact addresses, IPs and devices',
  'report.people': 'figures of single people in reports: own ones, and those of teams that they manage',
  'config.apply': 'apply configuration files',
  'import.manage': 'import alert history, move in from another system',
  'metrics.read': 'metrics for Prometheus; requests from the machine itself need no permission',
};
