import { eventGroupNames, eventGroups, type EventGroup } from '@tocsin/contracts/event-groups.js';
import { eventGroupOf, eventWordsOf, typesOfGroup } from '@tocsin/contracts/event-kinds.js';
import type { Ref } from 'react';
import { useAll } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { DayRange } from '../../ui/day-range.js';
import { FilterCombo, namedOptions } from '../../ui/combo-field.js';
import { PhoneFilters } from '../../ui/phone-filters.js';
import { FilterSelect } from '../../ui/select.js';
import { TextSearch } from '../../ui/text-search.js';
import { personOption } from '../people/shared/person-options.js';
import { useTeams } from '../teams/shared/teams.js';
import { isWhole } from './query.js';
import type { HistorySearch } from './search.js';

interface Props {
  search: HistorySearch;
  onPut: (change: Record<string, string>) => void;
  input: Ref<HTMLInputElement>;
}

const narrowing = ['group', 'type', 'actor', 'person', 'team', 'source', 'from', 'to'] as const;

/** Filters, kept in the address so that a link shows the same. */
export function HistoryFilters({ search, onPut, input }: Props) {
  const people = useAll('people');
  const teams = useTeams();
  const sources = useAll('integrations');
  return (
    <search className="flex flex-wrap items-center gap-2">
      <TextSearch label="Search in events" placeholder="Search text" q={search.q ?? ''} onText={(q) => onPut({ q })} input={input} />
      <PhoneFilters count={narrowing.filter((name) => search[name]).length}>
        <FilterSelect label="Events" value={search.group} onChoose={(group) => onPut({ group, type: '' })}>
          <option value="">All events</option>
          {eventGroupNames.map((group) => (
            <option key={group} value={group}>
              {eventGroups[group]}
            </option>
          ))}
        </FilterSelect>
        <KindChoice search={search} onPut={onPut} />
        <FilterCombo
          label="Who"
          all="Anyone"
          options={people.map(personOption)}
          value={search.actor}
          onChoose={(actor) => onPut({ actor })}
        />
        <FilterCombo
          label="Person"
          all="About anyone"
          options={people.map(personOption)}
          value={search.person}
          onChoose={(person) => onPut({ person })}
        />
        <FilterCombo label="Team" all="All teams" options={namedOptions(teams)} value={search.team} onChoose={(team) => onPut({ team })} />
        <FilterCombo
          label="Source"
          all="All sources"
          options={namedOptions(sources)}
          value={search.source}
          onChoose={(source) => onPut({ source })}
        />
        <DayRange from={search.from} to={search.to} onPut={onPut} />
      </PhoneFilters>
      {search.type === undefined && (
        <Button kind="quiet" aria-pressed={isWhole(search)} onClick={() => onPut({ detail: isWhole(search) ? '' : 'every' })}>
          {isWhole(search) ? 'Show less' : 'Show all'}
        </Button>
      )}
    </search>
  );
}

/** Choice of an event type: of the chosen group, or of all, by group. */
function KindChoice({ search, onPut }: Pick<Props, 'search' | 'onPut'>) {
  const { type } = search;
  const group = eventGroupNames.find((one) => one === search.group);
  const choose = (chosen: string) => onPut({ type: chosen, ...(group === undefined ? {} : { group: eventGroupOf(chosen) ?? group }) });
  return (
    <FilterSelect label="Event type" className="sm:w-40" value={type} onChoose={choose}>
      <option value="">Any type</option>
      {group === undefined ? (
        eventGroupNames.map((one) => (
          <optgroup key={one} label={eventGroups[one]}>
            <Kinds group={one} />
          </optgroup>
        ))
      ) : (
        <Kinds group={group} />
      )}
    </FilterSelect>
  );
}

const Kinds = ({ group }: { group: EventGroup }) =>
  typesOfGroup(group).map((type) => (
    <option key={type} value={type}>
      {eventWordsOf(type)}
    </option>
  ));
