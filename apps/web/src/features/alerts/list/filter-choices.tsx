import { useTeams } from '../../teams/shared/teams.js';
import { useAll } from '../../../data/cache/use-view.js';
import { FilterCombo, namedOptions } from '../../../ui/combo-field.js';
import { FilterSelect } from '../../../ui/select.js';
import { stateWord } from '../shared/state-word.js';
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
            {stateWord(state)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label="Urgency" value={search.urgency} onChoose={(urgency) => onPut({ urgency })}>
        <option value="">Any urgency</option>
        <option value="high">High urgency</option>
        <option value="low">Low urgency</option>
      </FilterSelect>
      <FilterCombo
        label="Service"
        all="All services"
        options={namedOptions(services)}
        value={search.service}
        onChoose={(service) => onPut({ service })}
      />
      {(teams.length > 1 || search.team) && (
        <FilterCombo label="Team" all="All teams" options={namedOptions(teams)} value={search.team} onChoose={(team) => onPut({ team })} />
      )}
      <FilterSelect label="Assignee" value={search.assignee} onChoose={(assignee) => onPut({ assignee })}>
        <option value="">Any assignee</option>
        <option value="me">Assigned to me</option>
      </FilterSelect>
      <OpenedChoice opened={search.opened} onPut={onPut} />
    </>
  );
}
