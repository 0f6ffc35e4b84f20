import type { IntegrationKeysShown } from '@tocsin/contracts/http.js';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** Milliseconds: while waiting for the first signal. */
export const whileWaiting = 2_000;

/**
 * When the keys of an integration were used last, and what came on ended ones. Not an event, so there is no live update: polled every half
 * minute.
 */
export const integrationKeysQuery = (integrationId: string) =>
  queryOptions({
    queryKey: keys.integrationKeys(integrationId),
    queryFn: () => api<IntegrationKeysShown>('GET', `/integrations/${integrationId}/keys`),
    refetchInterval: 30_000,
  });
