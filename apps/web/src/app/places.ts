/** Screens reachable from everywhere. `key`: two keys, one after the other; `within`: the entry of the navigation that it is a part of. */
export const places = [
  { to: '/alerts', label: 'Alerts', key: 'g a' },
  { to: '/on-call', label: 'On call', key: 'g o' },
  { to: '/schedules', label: 'Schedules', key: 'g c', within: '/on-call' },
  { to: '/services', label: 'Services', key: 'g s' },
  { to: '/silences', label: 'Silences', key: null, within: '/services' },
  { to: '/people', label: 'People', key: 'g p' },
  { to: '/reports', label: 'Reports', key: 'g r' },
  { to: '/history', label: 'History', key: 'g h' },
  { to: '/messages', label: 'Messages', key: 'g l', within: '/history' },
  { to: '/why', label: 'Why was I (not) paged?', key: 'g w', within: '/history' },
  { to: '/me', label: 'My settings', key: 'g m' },
  { to: '/settings', label: 'Settings', key: 'g ,' },
  { to: '/settings/health', label: 'Health', key: null },
] as const;
