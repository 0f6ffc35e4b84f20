import { Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Screen } from '../../ui/screen.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { HistoryFilters } from './history-filters.js';
import { HistoryList } from './history-list.js';
import { HistoryTabs } from './shared/history-tabs.js';
import { queryFrom, knownIn } from './query.js';
import type { HistorySearch } from './search.js';
import { lazyPart } from '../../ui/lazy-part.js';

const ExportDialog = lazyPart(() => import('./export-dialog.js'), 'ExportDialog');

interface Props {
  search: HistorySearch;
  /** Computed from the current address: two changes may follow each other before the first is rendered. */
  onSearch: (change: (search: HistorySearch) => HistorySearch) => void;
}

/** Every fact there is, the newest first. */
export function HistoryScreen({ search: searched, onSearch }: Props) {
  const search = knownIn(searched);
  const [isExporting, setExporting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const put = (change: Record<string, string>) =>
    onSearch((before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value)));
  useKeyboard([{ key: '/', says: 'search', run: () => input.current?.focus() }]);
  return (
    <Screen title="History" aside={<Button onClick={() => setExporting(true)}>Export…</Button>}>
      <HistoryTabs />
      <HistoryFilters search={search} onPut={put} input={input} />
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {search.stream && (
          <Button onClick={() => put({ stream: '' })} aria-label="Show all streams">
            <span className="max-w-64 truncate">only {search.stream}</span> ✕
          </Button>
        )}
        {search.event && (
          <Button onClick={() => put({ event: '' })} aria-label="Show the newest events">
            up to event {search.event} ✕
          </Button>
        )}
      </div>
      <div className="mt-4">
        <HistoryList search={search} onStream={(stream) => put({ stream })} onClear={() => onSearch(() => ({}))} />
      </div>
      <Suspense>{isExporting && <ExportDialog query={queryFrom(search)} onClose={() => setExporting(false)} />}</Suspense>
    </Screen>
  );
}
