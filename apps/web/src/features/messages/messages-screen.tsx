import { useRef } from 'react';
import { Button } from '../../ui/button.js';
import { Screen } from '../../ui/screen.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { HistoryTabs } from '../history/shared/history-tabs.js';
import { CallList } from './call-list.js';
import { knownIn } from './query.js';
import { ExportButton } from './export-button.js';
import { MessageFilters } from './message-filters.js';
import { MessageList } from './message-list.js';
import type { MessagesSearch } from './search.js';

const kinds = [
  { kind: '', label: 'To people' },
  { kind: 'webhooks', label: 'To webhooks of steps' },
] as const;

/** Filter by kind of recipient. `kind`: the search parameter. */
const Receivers = ({ kind: chosen = '', onChoose }: { kind?: string; onChoose: (kind: string) => void }) => (
  <fieldset aria-label="Receivers" className="mb-3 flex flex-wrap">
    {kinds.map(({ kind, label }) => (
      <Button
        key={kind}
        kind="quiet"
        aria-pressed={kind === chosen}
        className={kind === chosen ? '!bg-hover font-medium !text-ink' : ''}
        onClick={() => onChoose(kind)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
);

interface Props {
  search: MessagesSearch;
  /** Computed from the current address: two changes may follow each other before the first is rendered. */
  onSearch: (change: (search: MessagesSearch) => MessagesSearch) => void;
}

/** Every attempt to reach a person, newest first. */
export function MessagesScreen({ search: searched, onSearch }: Props) {
  const search = knownIn(searched);
  const input = useRef<HTMLInputElement>(null);
  const put = (change: Record<string, string>) =>
    onSearch((before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value)));
  useKeyboard([{ key: '/', says: 'search', run: () => input.current?.focus() }]);
  if (search.kind === 'webhooks')
    return (
      <Screen title="Messages">
        <HistoryTabs />
        <Receivers kind={search.kind} onChoose={(kind) => onSearch(() => (kind ? { kind } : {}))} />
        <CallList />
      </Screen>
    );
  return (
    <Screen title="Messages" aside={<ExportButton search={search} />}>
      <HistoryTabs />
      <Receivers onChoose={(kind) => onSearch(() => (kind ? { kind } : {}))} />
      <MessageFilters search={search} onPut={put} input={input} />
      {search.group && (
        <div className="mt-2">
          <Button onClick={() => put({ group: '' })} aria-label="Show the messages of all alert groups">
            one alert group only ✕
          </Button>
        </div>
      )}
      <div className="mt-4">
        <MessageList search={search} onClear={() => onSearch(() => ({}))} />
      </div>
    </Screen>
  );
}
