import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { byDay } from '../../data/time/by-day.js';
import { DayHeading } from '../../ui/day-heading.js';
import { panelClass } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { MessageLine, timeOf } from './message-line.js';
import type { MessagesSearch } from './search.js';
import { useMessages } from './use-messages.js';

/** The message log. While it has the pointer or the focus, new messages are offered instead of inserted. */
export function MessageList({ search, onClear }: { search: MessagesSearch; onClear: () => void }) {
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const reading = useMessages(search, isOver || isFocused);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData, isBehind, refetch } = reading;
  const messages = (data?.pages ?? []).flatMap((page) => page.messages);
  return (
    <div
      className={isPlaceholderData ? 'opacity-60' : ''}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(false)}
    >
      <p aria-live="polite" className="mb-2 empty:hidden">
        {isBehind && (data?.pages.length ?? 0) > 1 && <Button onClick={() => void refetch()}>Refresh</Button>}
      </p>
      <WhenRead of={[reading]} what="The messages" lines={8} />
      {messages.length > 0 && (
        <div className={`${panelClass} overflow-hidden`}>
          {byDay(messages, timeOf).map(({ day, items }) => (
            <section key={`${day} ${items[0]!.id}`}>
              <DayHeading day={day} count={items.length === 1 ? '1 message' : `${items.length} messages`} />
              <ol aria-label={`Messages of ${day}`}>
                {items.map((message) => (
                  <MessageLine key={message.id} message={message} onResent={() => void refetch()} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {data && messages.length === 0 && !hasNextPage && <NoMessages isFiltered={Object.keys(search).length > 0} onClear={onClear} />}
      {hasNextPage && (
        <Button kind="quiet" className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load older
        </Button>
      )}
    </div>
  );
}

const NoMessages = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-4">
    <Nothing>{isFiltered ? 'No messages match.' : 'No messages yet.'}</Nothing>
    {isFiltered && <Button onClick={onClear}>Clear filters</Button>}
  </div>
);
