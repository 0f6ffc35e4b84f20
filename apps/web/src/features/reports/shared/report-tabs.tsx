import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/reports/response', label: 'Response' },
  { to: '/reports/load', label: 'Load' },
  { to: '/reports/noise', label: 'Noise' },
  { to: '/reports/delivery', label: 'Delivery' },
  { to: '/reports/backtest', label: 'Backtest' },
  { to: '/reports/drill', label: 'Drill' },
] as const;

/** The tabs between the reports. */
export const ReportTabs = () => (
  <nav aria-label="Reports" className="mb-3 flex flex-wrap gap-0.5 print:hidden">
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        className="rounded-md px-2.5 py-1 max-sm:px-1.5 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
      >
        {label}
      </Link>
    ))}
  </nav>
);
