import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';
import { messageOutcomes } from '@tocsin/contracts/alert-groups/messages.js';
import type { Ref } from 'react';
import { useAll } from '../../data/cache/use-view.js';
import { DayRange } from '../../ui/day-range.js';
import { FilterCombo, namedOptions } from '../../ui/combo-field.js';
import { PhoneFilters } from '../../ui/phone-filters.js';
import { FilterChoice } from '../../ui/select.js';
import { TextSearch } from '../../ui/text-search.js';
import { personOption } from '../people/shared/person-options.js';
import { useTeams } from '../teams/shared/teams.js';
import { channelWords, outcomeWords } from './message-words.js';
import type { MessagesSearch } from './search.js';

interface Props {
  search: MessagesSearch;
  onPut: (change: Record<string, string>) => void;
  input: Ref<HTMLInputElement>;
}

const narrowing = ['person', 'channel', 'outcome', 'service', 'team', 'from', 'to'] as const;

/** Filters, kept in the address so that a link shows the same. */
export function MessageFilters({ search, onPut, input }: Props) {
  const people = useAll('people').map(personOption);
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
      <PhoneFilters count={narrowing.filter((name) => search[name]).length}>
        <FilterCombo label="Person" all="Anyone" value={search.person} options={people} onChoose={(person) => onPut({ person })} />
        <FilterChoice
          label="Channel"
          all="Any channel"
          value={search.channel}
          options={channels}
          onChoose={(channel) => onPut({ channel })}
        />
        <FilterChoice
          label="Outcome"
          all="Any outcome"
          value={search.outcome}
          options={outcomes}
          onChoose={(outcome) => onPut({ outcome })}
        />
        <FilterCombo
          label="Service"
          all="All services"
          value={search.service}
          options={namedOptions(services)}
          onChoose={(service) => onPut({ service })}
        />
        {(teams.length > 1 || search.team) && (
          <FilterCombo
            label="Team"
            all="All teams"
            value={search.team}
            options={namedOptions(teams)}
            onChoose={(team) => onPut({ team })}
          />
        )}
        <DayRange from={search.from} to={search.to} onPut={onPut} />
      </PhoneFilters>
    </search>
  );
}
