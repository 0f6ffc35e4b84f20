import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/people', label: 'People' },
  { to: '/teams', label: 'Teams' },
] as const;

interface Props {
  /** How many there are; undefined: not read yet. */
  people: number | undefined;
  teams: number | undefined;
}

/** People, and the teams they are in. */
export const PeopleTabs = (counts: Props) => (
  <nav aria-label="Teams and people" className="mb-4 flex gap-5 border-b border-line">
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true }}
        className="-mb-px inline-flex min-h-9 items-center gap-1.5 border-b-2 border-transparent font-medium text-muted hover:text-ink aria-[current]:border-bronze-fill aria-[current]:text-ink max-sm:min-h-11"
      >
        {label}
        <span className="text-xs font-normal text-muted tabular-nums">{to === '/people' ? counts.people : counts.teams}</span>
      </Link>
    ))}
  </nav>
);
