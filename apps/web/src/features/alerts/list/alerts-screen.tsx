import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useRef, useState, type ComponentProps } from 'react';
import { laterPart, lazyPart } from '../../../ui/lazy-part.js';
import { useAsOf } from '../../../data/time/as-of.js';
import { useMay } from '../../../data/session/session.js';
import { useAskAgain } from '../../../data/cache/use-ask-again.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Screen, LoadFailure, WaitingLines } from '../../../ui/screen.js';
import { PageSomeoneDialog } from './lazy-page-someone.js';
import { useStore } from '../../../data/store.js';
import { AlertList } from './alert-list.js';
import { decidedGroups } from './closed-groups.js';
import { listChoice } from './kept-choice.js';
import { FilterBar } from './filter-bar.js';
import type { AlertsSearch } from './filters.js';
import { useSections } from './use-sections.js';

const GroupedList = lazyPart(() => import('./grouped-list.js'), 'GroupedList');
const NoRows = laterPart(() => import('./no-rows.js'), 'NoRows');
const OlderGroups = laterPart(() => import('../shared/older-groups.js'), 'OlderGroups');
const SavedSearches = laterPart(() => import('./saved-searches.js'), 'SavedSearches');

/** The list of alert groups. */
export function AlertsScreen({
  search,
  onSearch,
}: {
  search: AlertsSearch;
  onSearch: (change: (search: AlertsSearch) => AlertsSearch) => void;
}) {
  const mayPage = useMay('person.page');
  const searchInput = useRef<HTMLInputElement>(null);
  const [isPaging, setPaging] = useState(false);
  const { by, hides, isOldestFirst } = useStore(listChoice);
  // groups are counted as they are now
  const isPast = useAsOf() !== null;
  const nothing = (
    <Suspense>
      <NoRows search={search} onSearch={onSearch} />
    </Suspense>
  );
  const list = { search, isOldestFirst, hides, nothing, searchInput, filterKey: JSON.stringify(search) };

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
            Wall board
          </Link>
          {mayPage && <Button onClick={() => setPaging(true)}>Page someone</Button>}
        </>
      }
    >
      <FilterBar search={search} onSearch={onSearch} input={searchInput} />
      <Suspense>
        <SavedSearches search={search} />
      </Suspense>
      <div className="mt-4">
        {by === 'state' || isPast ? (
          <ListByState {...list} />
        ) : (
          <Suspense fallback={<WaitingLines lines={8} />}>
            <GroupedList key={by} {...list} by={by} />
          </Suspense>
        )}
        <Suspense>
          <OlderGroups hasResolved={search.state === 'resolved' || search.state === 'all' || search.q !== undefined} />
        </Suspense>
      </div>
      <Suspense>{isPaging && <PageSomeoneDialog onClose={() => setPaging(false)} />}</Suspense>
    </Screen>
  );
}

interface ListProps extends Omit<ComponentProps<typeof AlertList>, 'sections' | 'isPrevious' | 'closed' | 'by'> {
  search: AlertsSearch;
  isOldestFirst: boolean;
}

function ListByState({ search, isOldestFirst, ...list }: ListProps) {
  const { sections, error, isWaiting, isPrevious } = useSections(search, isOldestFirst);
  const askAgain = useAskAgain();
  const decided = useStore(decidedGroups).state;
  const closed = useMemo(() => new Set([...(decided ?? [])].flatMap(([key, isClosed]) => (isClosed ? [key] : []))), [decided]);
  if (error) return <LoadFailure what="The list of alerts" error={error} again={askAgain} />;
  if (isWaiting) return <WaitingLines lines={8} />;
  return <AlertList {...list} by="state" sections={sections} isPrevious={isPrevious} closed={closed} />;
}
