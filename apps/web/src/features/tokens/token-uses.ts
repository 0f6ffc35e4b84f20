import type { TokenUses } from '@tocsin/contracts/tokens/noun.js';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';

/** When tokens were last used. Polled every half minute: uses are no events, so there are no live updates. */
export const tokenUsesQuery = queryOptions({
  queryKey: ['token-uses'],
  queryFn: () => api<TokenUses>('GET', '/tokens/last-uses'),
  refetchInterval: 30_000,
});
