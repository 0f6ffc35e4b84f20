import type { Recorded } from '@tocsin/contracts/envelope.js';
import { plainName, useNames } from '../../data/names.js';
import { withPages } from '../../data/paged.js';
import { details, isTriedAgain } from '../../data/sentences/details.js';
import { eventTypes } from '../../data/sentences/sentences.js';
import { useEvents } from '../../data/use-events.js';
import { useAll, useView } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { HistoryLine } from './history-line.js';
import type { HistorySearch } from './search.js';

const newest = { sort: 'openedAt', desc: true, limit: 200 };
const groupIdOf = ({ data }: Recorded): string => (data as { groupId?: string } | null)?.groupId ?? '';
const choice = 'h-8 min-w-0 rounded-md border border-line bg-raised px-2 text-ink max-sm:flex-1';

/** Every fact there is, the newest first. */
export function HistoryScreen({ search, onSearch }: { search: HistorySearch; onSearch: (search: HistorySearch) => void }) {
  const plain = useNames();
  const people = useAll('people');
  const numbers = new Map(useView('alertGroups', newest).data?.rows.map(({ id, number }) => [id, number]));
  const { detail, event: chosen, ...narrowed } = search;
  // what was asked for by its name is shown
  const isWhole = detail !== undefined || search.type !== undefined;
  const reading = useEvents({
    ...narrowed,
    ...(isWhole ? {} : { without: details }),
    limit: 50,
    ...(chosen === undefined ? {} : { before: Number(chosen) + 1 }),
  });
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isRefetching } = reading;
  const told = (data?.pages ?? []).flatMap((page) => page.events);
  const events = told.filter((event) => isWhole || !isTriedAgain(event));
  const names = withPages(plain, told);
  const put = (change: Record<string, string>) =>
    onSearch(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)));
  return (
    <Screen
      title="History"
      aside={
        <Button kind="quiet" busy={isRefetching} onClick={() => void refetch()}>
          Look again
        </Button>
      }
    >
      <search className="mb-4 flex flex-wrap gap-2">
        <select aria-label="What" className={choice} value={search.type ?? ''} onChange={(event) => put({ type: event.target.value })}>
          <option value="">Everything</option>
          {eventTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
        <select aria-label="Who" className={choice} value={search.actor ?? ''} onChange={(event) => put({ actor: event.target.value })}>
          <option value="">By anybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {plainName(name)}
            </option>
          ))}
        </select>
        {search.type === undefined && (
          <Button kind="quiet" aria-pressed={isWhole} onClick={() => put({ detail: isWhole ? '' : 'every' })}>
            {isWhole ? 'Less' : 'Every detail'}
          </Button>
        )}
        {search.stream && (
          <Button onClick={() => put({ stream: '' })} aria-label="Show all streams">
            <span className="max-w-64 truncate">only {search.stream}</span> ✕
          </Button>
        )}
        {chosen !== undefined && (
          <Button onClick={() => put({ event: '' })} aria-label="Show the newest events">
            up to event {chosen} ✕
          </Button>
        )}
      </search>
      <WhenRead of={[reading]} what="The history" lines={8} />
      {data && events.length === 0 && <Nothing>Nothing of this kind has happened.</Nothing>}
      <ol className="border-t border-line empty:hidden">
        {events.map((event) => (
          <HistoryLine
            key={`${event.id} ${String(event.ordinal) === chosen}`}
            event={event}
            isChosen={String(event.ordinal) === chosen}
            names={names}
            number={numbers.get(groupIdOf(event))}
            onStream={(stream) => put({ stream })}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button kind="quiet" className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show what was before
        </Button>
      )}
    </Screen>
  );
}
