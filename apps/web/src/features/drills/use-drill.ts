import type { CoverageAnswer, DrillAnswer, DrillRequest } from '@tocsin/contracts/drills/drills.js';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** Polling interval of a running check, in milliseconds. */
const pollInterval = 700;

/** The result of a drill by the current configuration; nothing is requested for null. */
export const useDrill = (request: DrillRequest | null) =>
  useQuery({
    queryKey: keys.drill(request ?? {}),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<DrillAnswer>('POST', '/drills', { body: request, signal }),
  });

/** The last check of every service. */
export const useCoverage = () =>
  useQuery({
    queryKey: keys.coverage,
    queryFn: ({ signal }) => api<CoverageAnswer>('GET', '/drills/coverage', { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollInterval : false),
  });

export const useBeginCoverage = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<CoverageAnswer>('POST', '/drills/coverage', { body: {} }),
    onSuccess: (state) => client.setQueryData(keys.coverage, state),
  });
};
