import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';
import { messageOutcomes } from '@tocsin/contracts/alert-groups/messages.js';
import type { Ref } from 'react';
import { useAll } from '../../data/cache/use-view.js';
import { plainName } from '../../data/words/names.js';
import { DayRange } from '../../ui/day-range.js';
import { FilterSelect } from '../../ui/select.js';
import { TextSearch } from '../../ui/text-search.js';
import { useTeams } from '../teams/shared/teams.js';
import { channelWords, outcomeWords } from './message-words.js';
import type { MessagesSearch } from './search.js';

interface Props {
  search: MessagesSearch;
  onPut: (change: Record<string, string>) => void;
  input: Ref<HTMLInputElement>;
}

/** Filters, kept in the address so that a link shows the same. */
export function MessageFilters({ search, onPut, input }: Props) {
  const people = useAll('people').map(({ id, name }) => ({ id, name: plainName(name) }));
  const services = useAll('services');
  const teams = useTeams();
  const channels = contactKinds.map((id) => ({ id, name: channelWords(id) }));
  const outcomes = messageOutcomes.map((id) => ({ id, name: outcomeWords[id] }));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <TextSearch
        label="Search in messages"
        placeholder="Number, title or service"
        q={search.q ?? ''}
        onText={(q) => onPut({ q })}
        input={input}
      />
      <Choice label="Person" all="Anyone" value={search.person} of={people} onChoose={(person) => onPut({ person })} />
      <Choice label="Channel" all="Any channel" value={search.channel} of={channels} onChoose={(channel) => onPut({ channel })} />
      <Choice label="Outcome" all="Any outcome" value={search.outcome} of={outcomes} onChoose={(outcome) => onPut({ outcome })} />
      <Choice label="Service" all="All services" value={search.service} of={services} onChoose={(service) => onPut({ service })} />
      {(teams.length > 1 || search.team) && (
        <Choice label="Team" all="All teams" value={search.team} of={teams} onChoose={(team) => onPut({ team })} />
      )}
      <DayRange from={search.from} to={search.to} onPut={onPut} />
    </search>
  );
}

interface ChoiceProps {
  label: string;
  /** Label of the empty choice. */
  all: string;
  value: string | undefined;
  of: readonly { readonly id: string; readonly name: string }[];
  onChoose: (id: string) => void;
}

const Choice = ({ label, all, value, of, onChoose }: ChoiceProps) => (
  <FilterSelect label={label} value={value} onChoose={onChoose}>
    <option value="">{all}</option>
    {of.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </FilterSelect>
);
