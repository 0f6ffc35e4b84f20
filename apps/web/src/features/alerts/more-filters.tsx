import { useTeams } from '../../data/teams.js';
import { filterClass } from '../../ui/filter-class.js';
import type { AlertsSearch } from './filters.js';

interface Props {
  search: AlertsSearch;
  onPut: (change: Record<string, string | undefined>) => void;
}

/** What fewer look for, loaded a moment after the list. */
export function MoreFilters({ search, onPut }: Props) {
  const teams = useTeams().toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      {(teams.length > 1 || search.team) && (
        <select
          aria-label="Team"
          className={filterClass}
          value={search.team ?? ''}
          onChange={(event) => onPut({ team: event.target.value })}
        >
          <option value="">All teams</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Assignee"
        className={filterClass}
        value={search.assignee ?? ''}
        onChange={(event) => onPut({ assignee: event.target.value })}
      >
        <option value="">Any assignee</option>
        <option value="me">Assigned to me</option>
      </select>
    </>
  );
}
