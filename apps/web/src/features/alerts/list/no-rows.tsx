import { Suspense } from 'react';
import { Button } from '../../../ui/button.js';
import { isFiltered, type AlertsSearch } from './filters.js';
import { laterPart } from '../../../ui/lazy-part.js';

const EmptyList = laterPart(() => import('./empty-list.js'), 'EmptyList');

interface Props {
  search: AlertsSearch;
  onSearch: (change: (search: AlertsSearch) => AlertsSearch) => void;
}

/** The text in place of an empty list: no match for the filters, or nothing open. */
export const NoRows = (props: Props) => (isFiltered(props.search) ? <NothingMatches {...props} /> : <Quiet />);

const Quiet = () => (
  <Suspense fallback={<div className="min-h-96" />}>
    <EmptyList />
  </Suspense>
);

/** No row matches the filters: buttons to clear them, and to search resolved groups. */
function NothingMatches({ search: { state }, onSearch }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <p className="text-muted">Nothing matches.</p>
      <Button onClick={() => onSearch(() => ({}))}>Clear filters</Button>
      {state !== 'resolved' && state !== 'all' && (
        <Button onClick={() => onSearch((before) => ({ ...before, state: 'resolved' }))}>Search resolved</Button>
      )}
    </div>
  );
}
