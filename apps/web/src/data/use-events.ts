import type { Recorded } from '@tocsin/contracts/envelope.js';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from './api.js';
import { keys } from './keys.js';

export interface EventsAsked {
  readonly stream?: string;
  readonly type?: string;
  /** Types that are left out. */
  readonly without?: readonly string[];
  readonly actor?: string;
  readonly limit?: number;
  /** An ordinal, exclusive: the newest page ends before it. */
  readonly before?: number;
}

interface EventsPage {
  readonly events: readonly Recorded[];
  readonly next: number | null;
}

/** History, newest first, page after page. `told`, `alsoTold`: what is told live beside it; history is read again when one of them changes. */
export function useEvents(asked: EventsAsked, told?: unknown, alsoTold?: unknown) {
  const client = useQueryClient();
  const key = keys.events(asked);
  const readAgain = useEffectEvent(() => client.invalidateQueries({ queryKey: key }));
  useEffect(() => {
    if (told !== undefined || alsoTold !== undefined) void readAgain();
  }, [told, alsoTold]);
  return useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const given = Object.entries({ ...asked, ...(pageParam === null ? {} : { before: pageParam }) });
      return api<EventsPage>(
        'GET',
        `/events?${new URLSearchParams(given.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])))}`,
        { signal },
      );
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  });
}
