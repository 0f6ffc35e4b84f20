import type { MessagesAnswer } from '@tocsin/contracts/alert-groups/messages.js';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { position as told } from '../../data/cache/live.js';
import { usePosition } from '../../data/cache/use-position.js';
import { queryOf } from './query.js';
import type { MessagesSearch } from './search.js';

/** `position`: every event up to it is in there, where it is about a message. */
interface Page extends MessagesAnswer {
  readonly position: number;
}

const readMessages = async (search: MessagesSearch, cursor: string | null, signal: AbortSignal): Promise<Page> => {
  const position = told.now();
  const query = queryOf(search);
  if (cursor !== null) query.set('cursor', cursor);
  return { ...(await api<MessagesAnswer>('GET', `/messages?${query}`, { signal })), position };
};

/**
 * The message log, newest first, page by page. The first page is live; while older ones are shown, or a line is hovered, nothing moves, and
 * `isBehind` is set if there may be newer ones.
 */
export function useMessages(search: MessagesSearch, isHeld: boolean) {
  const position = usePosition();
  const reading = useInfiniteQuery({
    queryKey: keys.messages(search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => readMessages(search, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, refetch } = reading;
  const readAt = data?.pages[0]?.position ?? position;
  const isStill = isHeld || (data?.pages.length ?? 0) > 1;
  useEffect(() => {
    if (position > readAt && !isStill) void refetch();
  }, [position, readAt, isStill, refetch]);
  return { ...reading, isBehind: position > readAt && isStill };
}
