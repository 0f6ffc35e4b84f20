import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/reports/response', label: 'Response' },
  { to: '/reports/load', label: 'Load' },
  { to: '/reports/noise', label: 'Noise' },
  { to: '/reports/delivery', label: 'Delivery' },
  { to: '/reports/cost', label: 'Cost' },
  { to: '/reports/backtest', label: 'Backtest' },
  { to: '/reports/bisect', label: 'Bisect' },
  { to: '/reports/drill', label: 'Drill' },
] as const;

/** The tabs between the reports. */
export const ReportTabs = () => (
  <nav
    aria-label="Reports"
    className="mb-4 flex gap-x-6 border-b border-line max-sm:gap-x-4 max-sm:overflow-x-auto max-sm:overflow-y-hidden print:hidden"
  >
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        className="-mb-px border-b-2 border-transparent py-2 font-medium text-muted hover:text-ink aria-[current]:border-bronze-fill aria-[current]:text-ink"
      >
        {label}
      </Link>
    ))}
  </nav>
);
