import type { WhyAnswer } from '@tocsin/contracts/why.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

export interface AskedWhy {
  readonly person: string;
  readonly group: string;
}

/** What came of somebody. What is asked as of now is asked again when it is looked at again. */
export const useWhy = ({ person, group }: AskedWhy) => {
  const params = new URLSearchParams({ person, group });
  return useQuery({
    queryKey: [...keys.allEvents, 'why', params.toString()],
    queryFn: ({ signal }) => api<WhyAnswer>('GET', `/why?${params}`, { signal }),
  });
};
