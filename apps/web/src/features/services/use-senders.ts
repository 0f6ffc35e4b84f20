import type { SendersAnswer } from '@tocsin/contracts/senders.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** What can be connected. It changes with the release alone. */
export const useSenders = () =>
  useQuery({ queryKey: keys.senders, queryFn: () => api<SendersAnswer>('GET', '/senders'), staleTime: Infinity });
