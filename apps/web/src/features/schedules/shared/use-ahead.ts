import type { AheadAnswer } from '@tocsin/contracts/schedules/ahead.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

const minute = 60_000;

/** Gaps of the next four weeks, polled each minute, because time and other people’s edits change them. */
export const useAhead = () =>
  useQuery({
    queryKey: keys.ahead,
    queryFn: ({ signal }) => api<AheadAnswer>('GET', '/on-call/ahead', { signal }),
    refetchInterval: minute,
    staleTime: minute / 2,
  });

/** The same, for screens that wait for it. On failure, gaps are left out and the rest is shown. */
export function useAheadReading() {
  const { data, error, isFetching } = useAhead();
  return { data: error ? null : data, error: null, isFetching };
}
