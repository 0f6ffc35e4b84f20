import type { SessionAnswer, StatusAnswer } from '@tocsin/contracts/http.js';
import { permissions, type OrganisationRole, type Permission } from '@tocsin/contracts/permissions.js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, ApiError } from './api.js';
import { hearTime } from './clock.js';
import { keys } from './keys.js';
import { useAll } from './use-view.js';

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: async () => {
    const status = await api<StatusAnswer>('GET', '/status');
    hearTime(status.now, status.clock === 'system');
    return status;
  },
  staleTime: Infinity,
});

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async (): Promise<SessionAnswer | null> => {
    try {
      return await api<SessionAnswer>('GET', '/session');
    } catch (error) {
      if (error instanceof ApiError && error.problem?.status === 401) return null;
      throw error;
    }
  },
  staleTime: Infinity,
});

/** The signed-in person. Only under the signed-in part of the app. */
export function useMe(): { readonly personId: string; readonly role: OrganisationRole } {
  const { data } = useQuery(sessionQuery);
  return { personId: data?.personId ?? '', role: (data?.role ?? 'observer') as OrganisationRole };
}

/** Whether I may, where `teamId` owns the thing, `paged`: I am paged for it, `own`: it is mine. The server has the last word. */
export function useMay(
  permission: Permission,
  { teamId, paged = false, own = false }: { teamId?: string | null; paged?: boolean; own?: boolean } = {},
): boolean {
  const { personId, role } = useMe();
  const inTeams = useAll('teams').flatMap(({ id, members }) =>
    teamId && id !== teamId ? [] : members.filter((member) => member.personId === personId).map((member) => member.role),
  );
  const row = permissions[permission];
  const mine = role === 'member' ? [row.member, ...inTeams.map((teamRole) => row[teamRole])] : [row[role]];
  return mine.some((how) => how === 'all' || (how === 'own' && (own || inTeams.length > 0)) || (how === 'paged' && paged));
}
