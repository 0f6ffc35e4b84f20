import type { AheadAnswer } from '@tocsin/contracts/schedules-ahead.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

const minute = 60_000;

/** What is missing in the next four weeks, read anew each minute: time and edits of others change it. */
export const useAhead = () =>
  useQuery({
    queryKey: keys.ahead,
    queryFn: ({ signal }) => api<AheadAnswer>('GET', '/on-call/ahead', { signal }),
    refetchInterval: minute,
    staleTime: minute / 2,
  });

/** The same, for screens that wait for it. While it can’t be read, nothing is said of what is ahead, and all else is. */
export function useAheadReading() {
  const { data, error, isFetching } = useAhead();
  return { data: error ? null : data, error: null, isFetching };
}
