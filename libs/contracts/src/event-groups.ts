/** Filters of the history, in display order. */
export const eventGroups = {
  alerts: 'Alerts',
  paging: 'Paging',
  signals: 'Alerts received',
  people: 'People',
  access: 'Sign-in and tokens',
  teams: 'Teams and services',
  settings: 'Settings',
  outgoing: 'Outgoing events',
  system: 'System',
} as const;
export type EventGroup = keyof typeof eventGroups;
export const eventGroupNames = Object.keys(eventGroups) as readonly EventGroup[];
