import { Suspense, type Ref } from 'react';
import { capital } from '../../../data/words/capital.js';
import { laterPart } from '../../../ui/lazy-part.js';
import { TextSearch } from '../../../ui/text-search.js';
import { stateFilters, type AlertsSearch } from './filters.js';

const FilterChoices = laterPart(() => import('./filter-choices.js'), 'FilterChoices');

interface Props {
  search: AlertsSearch;
  /** Computed from the current address: two changes may follow each other before the first is rendered. */
  onSearch: (change: (search: AlertsSearch) => AlertsSearch) => void;
  input: Ref<HTMLInputElement>;
}

/** The filters of the list. They are kept in the URL, so that a link shows the same list. */
export function FilterBar({ search, onSearch, input }: Props) {
  const { state = 'open' } = search;
  const put = (change: Record<string, string | undefined>) =>
    onSearch((before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value && value !== 'open')));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <fieldset className="flex min-w-0 rounded-md border border-line bg-panel p-0.5 max-sm:w-full max-sm:overflow-x-auto max-sm:[scrollbar-width:none]">
        <legend className="sr-only">State</legend>
        {stateFilters.map((one) => (
          <label
            key={one}
            className="relative flex-1 rounded px-2.5 py-0.5 text-center max-sm:flex-none max-sm:text-xs whitespace-nowrap text-muted hover:text-ink has-checked:bg-hover has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name="state" className="sr-only" checked={state === one} onChange={() => put({ state: one })} />
            {capital(one)}
          </label>
        ))}
      </fieldset>
      <TextSearch
        label="Search in number, title, service and labels"
        placeholder="Search, or label=value"
        q={search.q ?? ''}
        onText={(q) => put({ q })}
        input={input}
      />
      <Suspense fallback={<span className="h-18 w-full sm:h-8 sm:w-136" />}>
        <FilterChoices search={search} onPut={put} />
      </Suspense>
    </search>
  );
}
