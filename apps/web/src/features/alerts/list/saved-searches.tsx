import type { SavedSearch } from '@tocsin/contracts/contacts/rows.js';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMe } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRow } from '../../../data/cache/use-view.js';
import { queryOf, searchOf, type AlertsSearch } from './filters.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const SaveSearchDialog = lazyPart(() => import('./save-search-dialog.js'), 'SaveSearchDialog');

const chip = 'flex h-7 items-center rounded-full border px-2.5 text-xs whitespace-nowrap';

interface Readable {
  readonly searchId: string;
  readonly name: string;
  readonly query: string;
}
const isReadable = (search: SavedSearch): search is Readable => typeof search.name === 'string' && typeof search.query === 'string';

/** Saved searches as chips; the current one can be saved or removed. */
export function SavedSearches({ search }: { search: AlertsSearch }) {
  const { personId } = useMe();
  const { data } = useRow('contacts', personId);
  const [isNaming, setNaming] = useState(false);
  const forget = useCommand('ForgetSearch', 'remove the saved search');
  // the one under their own id is the grouping of the list
  const saved = (data?.row?.searches ?? []).filter(isReadable).filter(({ searchId }) => searchId !== personId);
  const now = queryOf(search);
  const isSaved = saved.some(({ query }) => query === now);
  if (saved.length === 0 && now === '') return null;
  return (
    <div className="mt-2.5 flex items-center gap-1.5 overflow-x-auto max-sm:-mx-3 max-sm:px-3">
      {saved.length > 0 && (
        <ul aria-label="Saved searches" className="flex gap-1.5">
          {saved.map(({ searchId, name, query }) => (
            <li key={searchId} className="flex">
              <Link
                to="/alerts"
                search={query === now ? {} : searchOf(query)}
                className={`${chip} ${query === now ? 'rounded-r-none border-line-field bg-hover font-medium' : 'border-line bg-panel text-muted hover:text-ink'}`}
              >
                {name}
              </Link>
              {query === now && (
                <button
                  type="button"
                  aria-label={`Remove the saved search ${name}`}
                  disabled={forget.isPending}
                  onClick={() => forget.mutate({ personId, searchId })}
                  className={`${chip} rounded-l-none border-l-0 border-line-field bg-hover px-2 text-muted hover:text-ink`}
                >
                  ✕
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {now !== '' && !isSaved && (
        <button
          type="button"
          onClick={() => setNaming(true)}
          className={`${chip} border-dashed border-line-field text-muted hover:text-ink`}
        >
          Save this search
        </button>
      )}
      <Suspense>{isNaming && <SaveSearchDialog query={now} onClose={() => setNaming(false)} />}</Suspense>
    </div>
  );
}
