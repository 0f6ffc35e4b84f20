import type { Recorded } from '@tocsin/contracts/envelope.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from './api.js';
import { keys } from './keys.js';

interface CausesPage {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  readonly missing: 'not yet' | 'not found' | null;
}

interface EffectsPage {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  readonly complete: boolean;
  readonly together: readonly Recorded[];
}

/** Until an index that is still being made is asked again, in milliseconds; and until what may have come of an event meanwhile is. */
const indexDelay = 2_000;
const effectsDelay = 15_000;

/** What led to an event, the nearest first, page after page. */
export const useCauses = (ordinal: number) =>
  useInfiniteQuery({
    queryKey: keys.causes(ordinal),
    initialPageParam: ordinal,
    queryFn: ({ pageParam, signal }) => api<CausesPage>('GET', `/events/${pageParam}/causes`, { signal }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.missing === 'not yet' ? indexDelay : false),
  });

/** What an event led to by itself, the oldest first, page after page. */
export const useEffectsOf = (ordinal: number) =>
  useInfiniteQuery({
    queryKey: keys.effects(ordinal),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api<EffectsPage>('GET', `/events/${ordinal}/effects?after=${pageParam}`, { signal }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.complete === false ? indexDelay : effectsDelay),
  });
