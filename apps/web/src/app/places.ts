/** Screens reachable from everywhere; `key`: two keys, one after the other. */
export const places = [
  { to: '/alerts', label: 'Alerts', key: 'g a' },
  { to: '/on-call', label: 'On call', key: 'g o' },
  { to: '/schedules', label: 'Schedules', key: 'g c' },
  { to: '/services', label: 'Services', key: 'g s' },
  { to: '/heartbeats', label: 'Heartbeats', key: 'g b' },
  { to: '/policies', label: 'Policies', key: null },
  { to: '/silences', label: 'Silences', key: null },
  { to: '/people', label: 'People', key: 'g p' },
  { to: '/teams', label: 'Teams', key: null },
  { to: '/reports', label: 'Reports', key: 'g r' },
  { to: '/history', label: 'History', key: 'g h' },
  { to: '/messages', label: 'Messages', key: 'g l' },
  { to: '/why', label: 'Why was I (not) paged?', key: 'g w' },
  { to: '/me', label: 'My settings', key: 'g m' },
  { to: '/settings', label: 'Settings', key: 'g ,' },
  { to: '/settings/health', label: 'Health', key: null },
] as const;
