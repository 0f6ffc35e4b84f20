import type { integrationAddress } from '@tocsin/contracts/http.js';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from './api.js';
import { keys } from './keys.js';

export type IntegrationAddress = z.infer<typeof integrationAddress>;

/** What to paste into the monitoring system. The key is in it: read when asked for, and not kept. */
export const addressQuery = (integrationId: string) =>
  queryOptions({
    queryKey: keys.address(integrationId),
    queryFn: () => api<IntegrationAddress>('GET', `/integrations/${integrationId}/address`),
    gcTime: 0,
  });
