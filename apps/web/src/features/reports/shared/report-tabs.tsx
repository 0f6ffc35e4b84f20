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

/** The tabs between the reports; on phones in two rows, so that all are seen. */
export const ReportTabs = () => (
  <nav
    aria-label="Reports"
    className="mb-4 flex gap-x-6 border-line max-sm:grid max-sm:grid-cols-4 max-sm:gap-x-0 sm:border-b print:hidden"
  >
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        className="border-b-2 border-transparent py-2 font-medium text-muted hover:text-ink aria-[current]:border-bronze-fill aria-[current]:text-ink max-sm:border-b-line max-sm:py-3 max-sm:text-center sm:-mb-px"
      >
        {label}
      </Link>
    ))}
  </nav>
);
