import { Suspense } from 'react';
import { AddFilter, FilterChip } from '../../../ui/chips.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { useIsNarrow } from '../../../ui/use-media.js';
import { capital } from '../../../data/words/capital.js';
import { stateWord } from '../shared/state-word.js';
import { useNames } from '../../../data/words/names.js';
import { useTeams } from '../../teams/shared/teams.js';
import { FilterChoices } from './filter-choices.js';
import type { AlertsSearch } from './filters.js';
import { openedWords } from './opened-words.js';
import { ViewMenu } from './view-menu.js';

const Dialog = lazyPart(() => import('../../../ui/dialog.js'), 'Dialog');

interface Props {
  search: AlertsSearch;
  onPut: (change: Record<string, string | undefined>) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** What narrows the list, as chips, and how it is grouped; on phones one button with the number of filters. */
export function FiltersLine({ search, onPut, isOpen, onOpen }: Props) {
  const isNarrow = useIsNarrow();
  const chips = useChips(search);
  const choices = <FilterChoices search={search} onPut={onPut} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {!isNarrow &&
          chips.map(({ field, key, value }) => (
            <FilterChip
              key={key}
              name={field}
              field={field}
              operator="is"
              value={value}
              onEdit={() => onOpen(true)}
              onRemove={() => onPut({ [key]: undefined })}
            />
          ))}
        <AddFilter onPress={() => onOpen(!isOpen)}>{isNarrow && chips.length > 0 ? `Filter (${chips.length})` : 'Filter'}</AddFilter>
        <ViewMenu />
      </div>
      {isOpen && !isNarrow && <div className="flex flex-wrap items-center gap-2">{choices}</div>}
      <Suspense>
        {isOpen && isNarrow && (
          <Dialog title="Filters" onClose={() => onOpen(false)}>
            <div className="flex flex-wrap gap-2">{choices}</div>
          </Dialog>
        )}
      </Suspense>
    </>
  );
}

interface Chip {
  readonly field: string;
  readonly key: keyof AlertsSearch;
  readonly value: string;
}

function useChips({ state, urgency, service, team, assignee, opened }: AlertsSearch): readonly Chip[] {
  const names = useNames();
  const teams = useTeams();
  const isTab = state === 'resolved' || state === 'all';
  const chips: readonly (Chip | false | undefined | '')[] = [
    state && !isTab && { field: 'State', key: 'state', value: stateWord(state) },
    urgency && { field: 'Urgency', key: 'urgency', value: capital(urgency) },
    service && { field: 'Service', key: 'service', value: names.service(service) },
    team && { field: 'Team', key: 'team', value: teams.find(({ id }) => id === team)?.name ?? 'a team' },
    assignee && isTab && { field: 'Assignee', key: 'assignee', value: 'me' },
    opened && { field: 'Opened', key: 'opened', value: openedWords(opened) },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
