import type { QueryClient } from '@tanstack/react-query';
import { isUnreachable } from '../data/cache/api.js';
import { restoreCache } from '../data/offline/saved-cache.js';
import { sessionQuery, statusQuery } from '../data/session/session.js';

/** Timeout after which stored data is shown instead of waiting for the server. */
const timeout = 2_500;

/** Who is signed in, from the server; otherwise from the stored data of the last visit, shown with its age. */
export async function loadCaller(client: QueryClient) {
  const answers = Promise.all([client.ensureQueryData(statusQuery), client.ensureQueryData(sessionQuery)]);
  const late = new Promise<'late'>((fulfil) => setTimeout(() => fulfil('late'), timeout));
  const first = await Promise.race([answers, late]).catch((error: unknown) => {
    if (isUnreachable(error)) return 'late' as const;
    throw error;
  });
  if (first !== 'late') return { status: first[0], session: first[1] };
  await restoreCache(client);
  const status = client.getQueryData(statusQuery.queryKey);
  const session = client.getQueryData(sessionQuery.queryKey);
  if (status && session) return { status, session };
  // nothing is stored: return the answer or the error
  const [statusAnswer, who] = await answers;
  return { status: statusAnswer, session: who };
}
