import type { WhyAnswer } from '@tocsin/contracts/why/why.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

export interface WhyQuery {
  readonly person: string;
  /** One alert group; absent: all that were open within an hour before `at` and could have paged the person. */
  readonly group?: string;
  /** An instant; absent: now. */
  readonly at?: string;
}

/** Why a person was or was not paged. Refetched whenever it is mounted. */
export const useWhy = ({ person, group, at }: WhyQuery) => {
  const params = new URLSearchParams({ person, ...(group ? { group } : {}), ...(at ? { at } : {}) });
  return useQuery({
    queryKey: [...keys.allEvents, 'why', params.toString()],
    queryFn: ({ signal }) => api<WhyAnswer>('GET', `/why?${params}`, { signal }),
  });
};
