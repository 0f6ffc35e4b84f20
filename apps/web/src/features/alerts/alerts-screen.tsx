import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useNames } from '../../data/names.js';
import { useMay } from '../../data/session.js';
import { useMore, useView } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen, Unshown, Waiting } from '../../ui/screen.js';
import { AlertList } from './alert-list.js';
import { FilterBar } from './filter-bar.js';
import { isFiltered, matchesText, paramsOf, type AlertsSearch } from './filters.js';
import { KeyboardHelp } from './keyboard-help.js';
import { Quiet } from './quiet.js';

const PageSomeoneDialog = lazy(() => import('./page-someone-dialog.js').then((module) => ({ default: module.PageSomeoneDialog })));

/** What is going on. */
export function AlertsScreen({ search, onSearch }: { search: AlertsSearch; onSearch: (search: AlertsSearch) => void }) {
  const { state, urgency, service, q } = search;
  const params = useMemo(
    () => paramsOf({ ...(state && { state }), ...(urgency && { urgency }), ...(service && { service }) }),
    [state, urgency, service],
  );
  const { data, error, refetch } = useView('alertGroups', params);
  const more = useMore('alertGroups', params);
  const names = useNames();
  const mayPage = useMay('person.page');
  const searchInput = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'help' | 'page' | null>(null);

  const rows = (data?.rows ?? []).filter((row) => matchesText(row, q, row.serviceId ? names.service(row.serviceId) : 'by hand'));
  const isQuiet = data?.rows.length === 0 && !isFiltered(search);
  const nothing = isQuiet ? <Quiet /> : <Nothing>Nothing matches{q && data?.next ? ' in what is loaded' : ''}.</Nothing>;

  return (
    <Screen
      title="Alerts"
      aside={
        <>
          <Button kind="quiet" aria-label="Keys" className="max-sm:hidden" onClick={() => setOpen('help')}>
            ?
          </Button>
          {mayPage && <Button onClick={() => setOpen('page')}>Page somebody</Button>}
        </>
      }
    >
      <FilterBar search={search} onSearch={onSearch} input={searchInput} />
      <div className="mt-5">
        {error && !data && <Unshown error={error} again={() => void refetch()} />}
        {!data && !error && <Waiting lines={8} />}
        {data && (
          <AlertList
            key={JSON.stringify(params)}
            rows={rows}
            left={data.left}
            nothing={nothing}
            searchInput={searchInput}
            onHelp={() => setOpen('help')}
          />
        )}
        {data?.next && (
          <Button kind="quiet" onClick={() => void more()}>
            Show older ones
          </Button>
        )}
      </div>
      {open === 'help' && <KeyboardHelp onClose={() => setOpen(null)} />}
      <Suspense>{open === 'page' && <PageSomeoneDialog onClose={() => setOpen(null)} />}</Suspense>
    </Screen>
  );
}
