import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import { useMay } from '../../../data/session/session.js';
import { useAskAgain } from '../../../data/cache/use-ask-again.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Screen, LoadFailure, WaitingLines } from '../../../ui/screen.js';
import { PageSomeoneDialog } from './lazy-page-someone.js';
import { AlertList } from './alert-list.js';
import { FilterBar } from './filter-bar.js';
import type { AlertsSearch } from './filters.js';
import { useSections } from './use-sections.js';

const NoRows = laterPart(() => import('./no-rows.js'), 'NoRows');
const SavedSearches = laterPart(() => import('./saved-searches.js'), 'SavedSearches');

/** The list of alert groups. */
export function AlertsScreen({
  search,
  onSearch,
}: {
  search: AlertsSearch;
  onSearch: (change: (search: AlertsSearch) => AlertsSearch) => void;
}) {
  const { sections, error, isWaiting, isPrevious } = useSections(search);
  const askAgain = useAskAgain();
  const mayPage = useMay('person.page');
  const searchInput = useRef<HTMLInputElement>(null);
  const [isPaging, setPaging] = useState(false);

  const nothing = (
    <Suspense>
      <NoRows search={search} onSearch={onSearch} />
    </Suspense>
  );

  return (
    <Screen
      title="Alerts"
      aside={
        <>
          <Link
            to="/alerts"
            search={{ ...search, wall: true }}
            title="For a wall screen"
            className={`${buttonClass('quiet')} max-sm:hidden`}
          >
            Wall
          </Link>
          {mayPage && <Button onClick={() => setPaging(true)}>Page someone</Button>}
        </>
      }
    >
      <FilterBar search={search} onSearch={onSearch} input={searchInput} />
      <Suspense>
        <SavedSearches search={search} />
      </Suspense>
      <div className="mt-5">
        {error && <LoadFailure what="The list of alerts" error={error} again={askAgain} />}
        {!error && isWaiting && <WaitingLines lines={8} />}
        {!error && !isWaiting && (
          <AlertList
            filterKey={JSON.stringify(search)}
            sections={sections}
            isPrevious={isPrevious}
            nothing={nothing}
            searchInput={searchInput}
          />
        )}
      </div>
      <Suspense>{isPaging && <PageSomeoneDialog onClose={() => setPaging(false)} />}</Suspense>
    </Screen>
  );
}
