import type { Recorded } from '@tocsin/contracts/envelope.js';
import { useEffect, useState, type HTMLAttributes } from 'react';
import { actLines, type ActLine } from './shared/act-lines.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';
import { useDriftOfEvents } from '../config-files/shared/use-drift.js';
import { withPages } from '../alerts/shared/page-names.js';
import { isTriedAgain } from './shared/details.js';
import type { EventsPage } from '../../data/cache/use-events.js';
import { useHistory } from '../../data/cache/use-history.js';
import { useView } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { Key } from '../../ui/key.js';
import { byDay } from '../../data/time/by-day.js';
import { DayHeading } from '../../ui/day-heading.js';
import { panelClass } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { useIsScrolled } from '../../ui/use-is-scrolled.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { WhenRead } from '../../ui/when-read.js';
import { queryFrom, isFiltered, isWhole } from './query.js';
import { HistoryLine } from './history-line.js';
import type { HistorySearch } from './search.js';

interface Props {
  search: HistorySearch;
  onStream: (stream: string) => void;
  onClear: () => void;
}

const newest = { sort: 'openedAt', desc: true, limit: 200 };
const groupIdOf = ({ data }: Recorded): string => (data as { groupId?: string } | null)?.groupId ?? '';
/** Pages fetched automatically when a filter matches nothing. */
const readOn = 10;
const aScreenful = 40;

/** Each event if all are requested; otherwise one line per act, without attempts that another one follows. */
const linesOf = (events: readonly Recorded[], isEach: boolean): readonly ActLine[] =>
  isEach ? events.map((event) => ({ event, also: null })) : actLines(events.filter((event) => !isTriedAgain(event)));

type Reading = ReturnType<typeof useHistory>;

/** Fetches further pages until a screenful of lines is loaded. */
function useReadOn({ data, hasNextPage, isPlaceholderData, isFetchingNextPage, fetchNextPage }: Reading, lines: number) {
  const pages = data?.pages ?? [];
  const isShort = lines < aScreenful || pages.at(-1)?.events.length === 0;
  const isSearching = hasNextPage && !isPlaceholderData && isShort && pages.length % readOn !== 0;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
}

/** Whether the pointer or the focus is inside, and the handlers that detect it. */
function useIsHeld() {
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const within: HTMLAttributes<HTMLElement> = {
    onPointerEnter: (event) => event.pointerType === 'mouse' && setOver(true),
    onPointerLeave: () => setOver(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(false),
  };
  return { isHeld: isOver || isFocused, within };
}

/** Does not move under the pointer, the focus or after scrolling: new events wait behind “3 new”. */
export function HistoryList({ search, onStream, onClear }: Props) {
  const { isHeld, within } = useIsHeld();
  const isScrolled = useIsScrolled();
  const { event: chosen } = search;
  const isLive = chosen === undefined && search.to === undefined;
  const reading = useHistory(queryFrom(search), { isLive, isHeld: isHeld || isScrolled });
  const { data, newer, take, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = reading;
  const plain = useTargetNames();
  const driftOf = useDriftOfEvents();
  const groups = new Map(useView('alertGroups', newest).data?.rows.map((group) => [group.id, group]));
  const read = (data?.pages ?? []).flatMap((page) => page.events);
  const lines = linesOf(read, isWhole(search));
  const names = withPages(plain, read);
  const showNew = () => {
    take();
    scrollTo({ top: 0 });
  };
  useKeyboard([{ key: 'n', says: 'show new events', run: showNew }]);
  useReadOn(reading, lines.length);
  return (
    <div className={`[overflow-anchor:none] ${isPlaceholderData ? 'opacity-60' : ''}`} {...within}>
      <NewOnes waiting={newer ? linesOf(newer.events, isWhole(search)).length : 0} isAll={newer?.next === null} onShow={showNew} />
      <WhenRead of={[reading]} what="The history" lines={8} />
      {lines.length > 0 && (
        <div className={`${panelClass} overflow-clip`}>
          {byDay(lines, ({ event }) => event.meta.at).map(({ day, items }) => (
            <section key={`${day} ${items[0]!.event.ordinal}`}>
              <DayHeading day={day} count={items.length === 1 ? '1 line' : `${items.length} lines`} />
              <ol>
                {items.map(({ event, also }) => (
                  <HistoryLine
                    key={`${event.id} ${String(event.ordinal) === chosen}`}
                    event={event}
                    also={also}
                    isChosen={String(event.ordinal) === chosen}
                    names={names}
                    group={groups.get(groupIdOf(event))}
                    onStream={onStream}
                    drift={driftOf(event)}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {data && lines.length === 0 && !hasNextPage && <NoEvents isFiltered={isFiltered(search)} onClear={onClear} />}
      {hasNextPage && <Older of={data} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </div>
  );
}

/** Button for new events above the list. `isAll`: the number is exact. */
const NewOnes = ({ waiting, isAll, onShow }: { waiting: number; isAll: boolean; onShow: () => void }) => (
  <p aria-live="polite" className="sticky top-14 z-20 flex h-0 justify-center">
    {waiting > 0 && (
      <button
        type="button"
        onClick={onShow}
        className="absolute -top-2.5 rounded-full bg-act px-3 py-1 text-xs font-medium text-on-act tabular-nums shadow-pop hover:bg-act-hover"
      >
        {waiting}
        {isAll ? '' : '+'} new <Key>n</Key>
      </button>
    )}
  </p>
);

const NoEvents = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-4">
    <Nothing>No events match.</Nothing>
    {isFiltered && <Button onClick={onClear}>Clear filters</Button>}
  </div>
);

/** The way back in time; where a filter let little through, how far was looked. */
function Older({
  of,
  isBusy,
  onMore,
}: {
  of: { pages: readonly Pick<EventsPage, 'next' | 'head' | 'decrypted'>[] } | undefined;
  isBusy: boolean;
  onMore: () => void;
}) {
  const { head = 0 } = of?.pages[0] ?? {};
  const { next, decrypted } = of?.pages.at(-1) ?? {};
  const isPartly = decrypted !== undefined && decrypted.events >= decrypted.most;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4">
      <Button kind="quiet" busy={isBusy} onClick={onMore}>
        Load older
      </Button>
      <span className="text-xs text-faint tabular-nums">
        {(head - (next ?? 0) + 1).toLocaleString('en')} of {head.toLocaleString('en')} events searched
        {isPartly && `; names and notes are decrypted ${decrypted.most.toLocaleString('en')} events at a time`}
      </span>
    </div>
  );
}
