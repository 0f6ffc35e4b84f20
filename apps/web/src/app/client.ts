import { backOff, withJitter } from '@tocsin/contracts/back-off.js';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isLimited, secondsToWait } from '../data/cache/api.js';
import { keys } from '../data/cache/keys.js';

/** Whether to retry automatically: the server could not be reached, or sent Retry-After. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.problem === null || [429, 503].includes(error.problem.status));

const pauses = { first: 400, most: 2_000 };

/** Not before Retry-After. With jitter, so that tabs that failed or were refused together don’t come back together. */
const pause = (failures: number, error: unknown): number =>
  secondsToWait(error) * 1_000 + withJitter(backOff(failures, pauses), Math.random());

/** Offline there is no retry: the browser would fail at once. */
const isWorthIt = (error: unknown) => isPassing(error) && navigator.onLine;

/** No retry after a deadline: the user would wait for three more of them. */
const isWorthReading = (error: unknown) => isWorthIt(error) && !(error instanceof ApiError && error.isLate);

/** The cache. The socket keeps views up to date; only data without a room is refetched. */
export function createClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => endIfSignedOut(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => endIfSignedOut(client, error) }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (count, error) => isWorthReading(error) && (count < 3 || isLimited(error)),
        retryDelay: (count, error) => pause(count + 1, error),
        networkMode: 'always',
      },
      mutations: {
        retry: (count, error) => isWorthIt(error) && secondsToWait(error) < 2 && count < 2,
        retryDelay: 600,
        networkMode: 'always',
      },
    },
  });
  return client;
}

function endIfSignedOut(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.code === 'session.required') client.setQueryData(keys.session, null);
}
