import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../data/cache/api.js';
import { keys } from '../data/cache/keys.js';

/** Worth asking again by itself: the server could not be reached, or said “in a moment”. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.problem === null || [429, 503].includes(error.problem.status));

/** When it said how long a moment is, that long. */
const pause = (count: number, error: unknown): number => {
  const seconds = error instanceof ApiError ? error.problem?.params?.seconds : undefined;
  return typeof seconds === 'number' ? seconds * 1_000 : 400 * 2 ** count;
};

/** Without a network nobody waits for a second and a third refusal of the browser’s. */
const isWorthIt = (error: unknown) => isPassing(error) && navigator.onLine;

/** Whoever has waited until the deadline is told so, and not made to wait for three more of them. */
const isWorthReading = (error: unknown) => isWorthIt(error) && !(error instanceof ApiError && error.isLate);

/** The cache. Views are kept true by the socket; reading again is for what no room covers. */
export function createClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => endIfSignedOut(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => endIfSignedOut(client, error) }),
    defaultOptions: {
      queries: { staleTime: 60_000, retry: (count, error) => isWorthReading(error) && count < 3, retryDelay: pause, networkMode: 'always' },
      mutations: {
        retry: (count, error) => isWorthIt(error) && pause(count, error) < 2_000 && count < 2,
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
