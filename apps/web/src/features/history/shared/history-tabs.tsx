import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/history', label: 'Events' },
  { to: '/messages', label: 'Messages' },
  { to: '/why', label: 'Why' },
  { to: '/moment', label: 'Who was on call' },
] as const;

/** Tabs of the history: events, messages and why. */
export const HistoryTabs = () => (
  <nav aria-label="History" className="mb-3 flex gap-0.5">
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        className="rounded-md px-2.5 py-1 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
      >
        {label}
      </Link>
    ))}
  </nav>
);
