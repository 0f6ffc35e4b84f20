import type { SessionAnswer, StatusAnswer } from '@tocsin/contracts/http.js';
import { permissions, type OrganisationRole, type Permission, type PermissionRow } from '@tocsin/contracts/permissions.js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ApiError } from './api.js';
import { hearTime } from './clock.js';
import { keys } from './keys.js';
import { useAll } from './use-view.js';

const minute = 60_000;

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: async () => {
    const status = await api<StatusAnswer>('GET', '/status');
    hearTime(status.now, status.clock === 'system');
    return status;
  },
  staleTime: Infinity,
});

/** Whether mails are sent from here; undefined: not known yet. Owners change it: it is asked again by what comes a minute later. */
export const useHasMail = (): boolean | undefined => useQuery({ ...statusQuery, staleTime: minute }).data?.mail;

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
export function useMe(): { readonly personId: string; readonly role: OrganisationRole; readonly auditor: boolean } {
  const { data } = useQuery(sessionQuery);
  return { personId: data?.personId ?? '', role: (data?.role ?? 'observer') as OrganisationRole, auditor: data?.auditor ?? false };
}

/** What is asked about: `teamId` owns the thing (`everywhere`: the whole organisation does), `paged`: I am paged for it, `own`: it is mine. */
interface About {
  readonly teamId?: string | null;
  readonly everywhere?: boolean;
  readonly paged?: boolean;
  readonly own?: boolean;
}

/** Judges for many things whether I may. The server has the last word. */
export function useJudge(permission: Permission): (about?: About) => boolean {
  const { personId, role, auditor } = useMe();
  const teams = useAll('teams');
  return useMemo(() => {
    const row: PermissionRow = permissions[permission];
    const mine = teams.flatMap(({ id, members }) =>
      members.filter((member) => member.personId === personId).map((member) => ({ id, reach: row[member.role] })),
    );
    return ({ teamId, everywhere = false, paged = false, own = false } = {}) => {
      if (row[role] === 'all' || (auditor && row.auditor === 'all')) return true;
      if ((row[role] === 'own' && own) || (row[role] === 'paged' && (paged || own))) return true;
      if (role === 'observer') return false;
      return mine.some(({ id, reach }) => reach === 'all' || (reach === 'own' && !everywhere && (!teamId || id === teamId)));
    };
  }, [permission, personId, role, auditor, teams]);
}

/** Whether I may, here. */
export const useMay = (permission: Permission, about?: About): boolean => useJudge(permission)(about);
