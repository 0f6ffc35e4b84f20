import type { AccessShown } from '@tocsin/contracts/access/noun.js';
import type { SignInShown } from '@tocsin/contracts/sign-in/noun.js';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../cache/api.js';
import { keys } from '../cache/keys.js';
import { sayRefusal } from '../cache/use-command.js';
import { unlessJustRead } from '../cache/use-view.js';

/** Available sign-in methods. */
export const signInQuery = queryOptions({ queryKey: keys.signIn, queryFn: () => api<SignInShown>('GET', '/sign-in'), staleTime: 60_000 });

/** A person’s sign-in methods and sessions: for themselves and for admins. */
export const useAccess = (personId: string) =>
  useQuery({
    queryKey: keys.access(personId),
    queryFn: () => api<AccessShown>('GET', `/people/${personId}/access`),
    refetchOnMount: unlessJustRead,
  });

/** Reads it again; with the token of a command, not before that is known. */
export function useAccessAgain(personId: string): (token?: string) => Promise<void> {
  const client = useQueryClient();
  return async (token = '') => {
    const read = () => api<AccessShown>('GET', `/people/${personId}/access?after=${encodeURIComponent(token)}`);
    await client.fetchQuery({ queryKey: keys.access(personId), queryFn: read, staleTime: 0 }).catch(() => undefined);
  };
}

/** Ends one session, or all but the one that asks. */
export function useEndSessions(personId: string): (key?: string) => Promise<void> {
  const again = useAccessAgain(personId);
  return async (key) => {
    try {
      await api('DELETE', `/people/${personId}/sessions${key ? `/${key}` : ''}`);
    } catch (error) {
      sayRefusal(key ? 'end the session' : 'end the sessions', error);
    }
    await again();
  };
}
