import { useTeams } from '../../teams/shared/teams.js';
import { useAll } from '../../../data/cache/use-view.js';
import { FilterSelect } from '../../../ui/select.js';
import { capital } from '../../../data/words/capital.js';
import { stateFilters, type AlertsSearch } from './filters.js';
import { OpenedChoice } from './opened-choice.js';

interface Props {
  search: AlertsSearch;
  onPut: (change: Record<string, string | undefined>) => void;
}

/** Filters beside state and search text: loaded after the list. */
export function FilterChoices({ search, onPut }: Props) {
  const services = useAll('services');
  const teams = useTeams();
  return (
    <>
      <FilterSelect label="State" value={search.state} onChoose={(state) => onPut({ state })}>
        <option value="">Open</option>
        {stateFilters.slice(1).map((state) => (
          <option key={state} value={state}>
            {capital(state)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label="Urgency" value={search.urgency} onChoose={(urgency) => onPut({ urgency })}>
        <option value="">Any urgency</option>
        <option value="high">High urgency</option>
        <option value="low">Low urgency</option>
      </FilterSelect>
      <FilterSelect label="Service" value={search.service} onChoose={(service) => onPut({ service })}>
        <option value="">All services</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      {(teams.length > 1 || search.team) && (
        <FilterSelect label="Team" value={search.team} onChoose={(team) => onPut({ team })}>
          <option value="">All teams</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
      )}
      <FilterSelect label="Assignee" value={search.assignee} onChoose={(assignee) => onPut({ assignee })}>
        <option value="">Any assignee</option>
        <option value="me">Assigned to me</option>
      </FilterSelect>
      <OpenedChoice opened={search.opened} onPut={onPut} />
    </>
  );
}
