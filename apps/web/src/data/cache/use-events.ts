import type { Recorded } from '@tocsin/contracts/envelope.js';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useAsOf } from '../time/as-of.js';
import { api } from './api.js';
import { keys } from './keys.js';

export interface EventsQuery {
  readonly stream?: string;
  readonly group?: string;
  readonly type?: string | readonly string[];
  /** Types that are left out. */
  readonly without?: readonly string[];
  readonly actor?: string;
  /** Ids of things that an event must all be about. */
  readonly about?: readonly string[];
  /** Words that must all occur. */
  readonly q?: string;
  /** Instants: from the first on, and before the second. */
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  /** Ordinals, exclusive: the newest page ends before the one; nothing is read that is not after the other. */
  readonly before?: number;
  readonly after?: number;
}

export interface EventsPage {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  /** Ordinal up to which events were filtered. */
  readonly head: number;
  /** Of a search for words: events that were decrypted for it, and the most of one answer. */
  readonly decrypted?: { readonly events: number; readonly most: number };
}

export const queryOfEvents = (query: EventsQuery): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  ).toString();

export const readEvents = (query: EventsQuery, signal: AbortSignal): Promise<EventsPage> =>
  api<EventsPage>('GET', `/events?${queryOfEvents(query)}`, { signal });

/** The query, without what came after the moment that the screen shows. */
export function useKnownThen(query: EventsQuery): EventsQuery {
  const at = useAsOf()?.ordinal;
  return at === undefined ? query : { ...query, before: Math.min(query.before ?? Infinity, at + 1) };
}

/** History, newest first, page after page. `refetchOn`, `alsoRefetchOn`: live data; history is read again when one of them changes. */
export function useEvents(asked: EventsQuery, refetchOn?: unknown, alsoRefetchOn?: unknown) {
  const client = useQueryClient();
  const query = useKnownThen(asked);
  const key = keys.events(query);
  const readAgain = useEffectEvent(() => client.invalidateQueries({ queryKey: key }));
  useEffect(() => {
    if (refetchOn !== undefined || alsoRefetchOn !== undefined) void readAgain();
  }, [refetchOn, alsoRefetchOn]);
  return useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => readEvents({ ...query, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  });
}
