export type Counted = 'alerts' | 'acts' | 'pages' | 'duty';

/** What the answers of a rescue’s kind are about. */
export const aboutKind: Readonly<Record<string, Counted>> = {
  alerts: 'alerts',
  alert: 'alerts',
  'alert-logs': 'acts',
  'alert-notes': 'acts',
  'alert-recipients': 'pages',
  duty: 'duty',
  incidents: 'alerts',
  'log-entries': 'acts',
  notifications: 'pages',
  oncalls: 'duty',
  'alert-groups': 'alerts',
  'resolution-notes': 'acts',
  'alert-events': 'acts',
  'message-logs': 'pages',
};
