import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { keys } from './keys.js';
import { withNewer, type EventPages } from './newer-events.js';
import { readEvents, type EventsQuery } from './use-events.js';
import { usePosition } from './use-position.js';

const pageSize = 50;
/** Largest number of new events that is fetched; beyond it the list is reloaded. */
const newerAtOnce = 200;

interface HistoryMode {
  /** Whether new events belong to the list. */
  readonly isLive: boolean;
  /** Whether the list is frozen: new events wait. */
  readonly isHeld: boolean;
}

/** History, newest first, page by page, with live additions: on top, or waiting while the list is frozen. */
export function useHistory(query: EventsQuery, { isLive, isHeld }: HistoryMode) {
  const client = useQueryClient();
  const queryKey = keys.history(query);
  const reading = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      readEvents({ ...query, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // pages are immutable; newer events are fetched separately
    staleTime: Infinity,
  });
  const head = reading.isPlaceholderData ? undefined : reading.data?.pages[0]?.head;
  const position = usePosition();
  const { data: newer, refetch } = useQuery({
    queryKey: keys.newerEvents(query, head ?? 0),
    queryFn: ({ signal }) => readEvents({ ...query, after: head ?? 0, limit: newerAtOnce }, signal),
    enabled: isLive && head !== undefined && position > head,
    staleTime: Infinity,
    gcTime: 0,
  });
  const followed = newer?.head;
  useEffect(() => {
    if (followed !== undefined && position > followed) void refetch();
  }, [position, followed, refetch]);
  const take = () => newer && client.setQueryData<EventPages>(queryKey, (pagesBefore) => pagesBefore && withNewer(pagesBefore, newer));
  const takeNow = useEffectEvent(take);
  const isNothing = newer?.events.length === 0 && newer.next === null;
  useEffect(() => {
    if (newer && (!isHeld || isNothing)) takeNow();
  }, [newer, isHeld, isNothing]);
  return { ...reading, newer: isNothing ? undefined : newer, take };
}
