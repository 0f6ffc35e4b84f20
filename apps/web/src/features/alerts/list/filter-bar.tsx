import { Suspense, useState, type Ref } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import { SegmentedControl } from '../../../ui/segmented-control.js';
import { TextSearch } from '../../../ui/text-search.js';
import type { AlertsSearch } from './filters.js';

/** The lists that are one press away; other states are filters of the open ones. */
const tabs = ['open', 'mine', 'resolved', 'all'] as const;
type Tab = (typeof tabs)[number];

const tabOf = ({ state, assignee }: AlertsSearch): Tab => {
  if (state === 'resolved' || state === 'all') return state;
  return assignee === 'me' ? 'mine' : 'open';
};

/** The other filters stay. */
const tabSearch = ({ state: _state, assignee: _assignee, ...rest }: AlertsSearch, tab: Tab): AlertsSearch => {
  if (tab === 'mine') return { ...rest, assignee: 'me' };
  return tab === 'open' ? rest : { ...rest, state: tab };
};

const Filters = laterPart(() => import('./filters-line.js'), 'FiltersLine');

interface Props {
  search: AlertsSearch;
  /** Computed from the current address: two changes may follow each other before the first is rendered. */
  onSearch: (change: (search: AlertsSearch) => AlertsSearch) => void;
  input: Ref<HTMLInputElement>;
}

const words: Record<Tab, string> = { open: 'Open', mine: 'Mine', resolved: 'Resolved', all: 'All' };

/** The state and the search; below them what narrows the list. They are kept in the URL, so that a link shows the same list. */
export function FilterBar({ search, onSearch, input }: Props) {
  const [isOpen, setOpen] = useState(false);
  const put = (change: Record<string, string | undefined>) =>
    onSearch((before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value && value !== 'open')));
  return (
    <search className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label="State"
          segments={tabs.map((value) => ({ value, label: words[value] }))}
          value={tabOf(search)}
          onChange={(tab) => onSearch((before) => tabSearch(before, tab))}
        />
        <TextSearch
          label="Search in number, title, service and labels"
          placeholder="Search, or label=value"
          q={search.q ?? ''}
          onText={(q) => put({ q })}
          input={input}
          isWide
        />
      </div>
      <Suspense fallback={<span className="h-7 max-sm:h-10" />}>
        <Filters search={search} onPut={put} isOpen={isOpen} onOpen={setOpen} />
      </Suspense>
    </search>
  );
}
