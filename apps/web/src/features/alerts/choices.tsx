import { useTeams } from '../../data/teams.js';
import { useAll } from '../../data/use-view.js';
import { filterClass } from '../../ui/filter-class.js';
import type { AlertsSearch } from './filters.js';
import { OpenedChoice } from './opened-choice.js';

interface Props {
  search: AlertsSearch;
  onPut: (change: Record<string, string | undefined>) => void;
}

/** What the list is narrowed by beside its state and words: loaded a moment after it. */
export function Choices({ search, onPut }: Props) {
  const services = useAll('services').toSorted((a, b) => a.name.localeCompare(b.name));
  const teams = useTeams().toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <select
        aria-label="Urgency"
        className={filterClass}
        value={search.urgency ?? ''}
        onChange={(event) => onPut({ urgency: event.target.value })}
      >
        <option value="">Any urgency</option>
        <option value="high">High urgency</option>
        <option value="low">Low urgency</option>
      </select>
      <select
        aria-label="Service"
        className={filterClass}
        value={search.service ?? ''}
        onChange={(event) => onPut({ service: event.target.value })}
      >
        <option value="">All services</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
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
      <OpenedChoice opened={search.opened} onPut={onPut} />
    </>
  );
}
