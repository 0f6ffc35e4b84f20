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

/** Milliseconds between polls of an index that is still being built, and of an event’s effects. */
const indexDelay = 2_000;
const effectsDelay = 15_000;

/** The causes of an event, nearest first, page by page. */
export const useCauses = (ordinal: number) =>
  useInfiniteQuery({
    queryKey: keys.causes(ordinal),
    initialPageParam: ordinal,
    queryFn: ({ pageParam, signal }) => api<CausesPage>('GET', `/events/${pageParam}/causes`, { signal }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.missing === 'not yet' ? indexDelay : false),
  });

/** The direct effects of an event, oldest first, page by page. */
export const useEffectsOf = (ordinal: number) =>
  useInfiniteQuery({
    queryKey: keys.effects(ordinal),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api<EffectsPage>('GET', `/events/${ordinal}/effects?after=${pageParam}`, { signal }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.complete === false ? indexDelay : effectsDelay),
  });
