import { useMay } from '../data/session/session.js';

/** The screens of settings that I may see; the first is about me. */
export function useSettingsEntries() {
  const maySetSignIn = useMay('sign_in.configure');
  const maySetMail = useMay('owner.configure');
  const maySetChannels = useMay('connections.configure');
  const maySetBackups = useMay('backups.configure');
  const mayMoveIn = useMay('import.manage');
  const entries = [
    { to: '/me', label: 'My settings', may: true },
    { to: '/settings', label: 'Settings', may: true },
    { to: '/settings/sign-in', label: 'Sign-in', may: maySetSignIn },
    { to: '/settings/mail', label: 'Mail', may: maySetMail },
    { to: '/settings/channels', label: 'Channels', may: maySetChannels },
    { to: '/settings/moving-in', label: 'Moving in', may: mayMoveIn },
    { to: '/settings/files', label: 'Configuration files', may: true },
    { to: '/settings/backups', label: 'Backups', may: maySetBackups },
    { to: '/settings/tokens', label: 'Tokens', may: true },
    { to: '/settings/events', label: 'Event subscriptions', may: true },
    { to: '/settings/health', label: 'Health', may: true },
  ] as const;
  return entries.filter(({ may }) => may);
}
