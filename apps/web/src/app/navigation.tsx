import { Link, useLocation } from '@tanstack/react-router';
import { Bell, ChartColumn, Clock, History, Layers } from 'lucide-react';
import { BellMark } from '../ui/bell-mark.js';

const entries = [
  { to: '/alerts', label: 'Alerts', Icon: Bell },
  { to: '/on-call', label: 'On call', Icon: Clock },
  { to: '/services', label: 'Services', Icon: Layers },
  { to: '/reports', label: 'Reports', Icon: ChartColumn },
  { to: '/history', label: 'History', Icon: History },
] as const;

const childPaths = { '/on-call': /^\/schedules/, '/services': /^\/(teams|policies|silences|heartbeats)/, '/history': /^\/(messages|why)/ };

/** Paths that count as part of an entry: services include their parts, who is on call includes schedules, history includes messages and why. */
const useOwn = () =>
  useLocation({
    select: ({ pathname }) => Object.entries(childPaths).find(([, within]) => within.test(pathname))?.[0],
  });

export function TopNavigation() {
  const own = useOwn();
  return (
    <>
      <Link
        to="/alerts"
        className="mr-3 flex items-center gap-2 rounded-md py-1 pr-1 font-semibold tracking-tight"
        aria-label="Tocsin: go to alerts"
      >
        <BellMark />
        Tocsin
      </Link>
      <nav aria-label="Main" className="hidden items-center gap-0.5 sm:flex">
        {entries.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === own || undefined}
            className="rounded-md px-2.5 py-1 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}

export function BottomNavigation() {
  const own = useOwn();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {entries.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === own || undefined}
          className="flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] text-muted aria-[current]:font-semibold aria-[current]:text-ink"
        >
          <Icon aria-hidden size={19} strokeWidth={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
