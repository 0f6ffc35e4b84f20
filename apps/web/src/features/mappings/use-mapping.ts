import type { MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { MappingSamples, MappingTryOut } from '@tocsin/contracts/mappings/try-out.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';

/** Requests and refusals are no rows: asked for while the screen is open, so that the next request shows itself. */
const askEvery = 3_000;

export const useMappingSamples = (integrationId: string) =>
  useQuery({
    queryKey: ['mapping-samples', integrationId],
    queryFn: () => api<MappingSamples>('GET', `/integrations/${integrationId}/mapping`),
    refetchInterval: askEvery,
  });

const tryOut = (integrationId: string, fields: MappingFields, body: string | undefined, signal: AbortSignal) =>
  api<MappingTryOut>('POST', `/integrations/${integrationId}/mapping/try`, {
    body: { fields, ...(body === undefined ? {} : { body }) },
    signal,
  });

/** What a sample becomes by these expressions. */
export const useMappedSample = (integrationId: string, fields: MappingFields, body: string | undefined) =>
  useQuery({
    queryKey: ['mapping-try-out', integrationId, fields, body],
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => tryOut(integrationId, fields, body, signal),
  }).data?.requests[0];

/** What the recent requests would have become; asked for by a button. Null: not yet. */
export const useMappedRequests = (integrationId: string, fields: MappingFields | null) =>
  useQuery({
    queryKey: ['mapping-try-out', integrationId, fields],
    enabled: fields !== null,
    queryFn: ({ signal }) => tryOut(integrationId, fields ?? {}, undefined, signal),
  });
