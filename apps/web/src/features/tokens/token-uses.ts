import type { TokenUses } from '@tocsin/contracts/tokens.js';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** When tokens were used last. It is no event, so nobody is told: asked again every half minute. */
export const tokenUsesQuery = queryOptions({
  queryKey: keys.tokenUses,
  queryFn: () => api<TokenUses>('GET', '/tokens/last-uses'),
  refetchInterval: 30_000,
});
