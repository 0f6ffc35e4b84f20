import { Link } from '@tanstack/react-router';
import { useRow } from '../data/cache/use-view.js';
import { useSettingsEntries } from './settings-entries.js';

const title = 'px-2.5 pt-3.5 pb-1 text-xs font-medium text-faint first:pt-0';

/** At the left of all settings, from a desktop’s width on; else they are in the account’s menu. */
export function SettingsNavigation() {
  const organisation = useRow('organisation', 'organisation').data?.row?.name ?? 'Organisation';
  const [mine, ...others] = useSettingsEntries();
  return (
    <nav aria-label="Settings" className="sticky top-0 grid content-start gap-px pt-6 pb-6 pl-[18px]">
      <p className={title}>You</p>
      {mine && <Entry {...mine} />}
      <p className={`${title} truncate`}>{organisation}</p>
      {others.map((entry) => (
        <Entry key={entry.to} {...entry} label={entry.to === '/settings' ? 'General' : entry.label} />
      ))}
    </nav>
  );
}

const Entry = ({ to, label }: { to: ReturnType<typeof useSettingsEntries>[number]['to']; label: string }) => (
  <Link
    to={to}
    activeOptions={{ exact: true }}
    className="flex min-h-[30px] items-center rounded-md px-2.5 py-1 font-medium text-muted hover:bg-pressed hover:text-ink aria-[current]:bg-pressed aria-[current]:text-ink"
  >
    {label}
  </Link>
);
