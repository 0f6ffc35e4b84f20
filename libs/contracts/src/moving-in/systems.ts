/** Systems that can be left, as people know them. `address`: null where everyone has their own. */
export const foreignSystems = {
  opsgenie: { title: 'Opsgenie', address: 'https://api.opsgenie.com' },
  jsm: { title: 'Jira Service Management', address: 'https://api.atlassian.com' },
  pagerduty: { title: 'PagerDuty', address: 'https://api.pagerduty.com' },
  oncall: { title: 'Grafana OnCall', address: null },
  goalert: { title: 'GoAlert', address: null },
} as const;
export type ForeignSystemName = keyof typeof foreignSystems;
export const foreignSystemNames = Object.keys(foreignSystems) as [ForeignSystemName, ...ForeignSystemName[]];
