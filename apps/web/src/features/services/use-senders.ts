import type { SendersAnswer } from '@tocsin/contracts/integrations/senders.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** Available kinds of integrations. They change only with a release. */
export const useSenders = () =>
  useQuery({ queryKey: keys.senders, queryFn: () => api<SendersAnswer>('GET', '/senders'), staleTime: Infinity });
