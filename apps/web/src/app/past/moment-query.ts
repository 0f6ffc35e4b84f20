import type { MomentAnswer } from '@tocsin/contracts/http.js';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** What a moment is pinned to. An ordinal never moves, an instant may: it is replaced in the address. */
export const momentQuery = (at: number | string) => ({
  queryKey: keys.moment(at),
  queryFn: () => api<MomentAnswer>('GET', `/moment?at=${encodeURIComponent(at)}`),
  staleTime: 60_000,
});
