import type { SessionAnswer, StatusAnswer } from '@tocsin/contracts/http.js';
import { isGranted, type PermissionTarget } from '@tocsin/contracts/granted.js';
import type { OrganisationRole, Permission } from '@tocsin/contracts/permissions.js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ApiError } from '../cache/api.js';
import { useAsOf } from '../time/as-of.js';
import { hearTime } from '../time/clock.js';
import { keys } from '../cache/keys.js';
import { useAll } from '../cache/use-view.js';

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

/** Whether mails that come back are handed over; undefined: not known yet. */
export const useSeesBounces = (): boolean | undefined => useQuery({ ...statusQuery, staleTime: minute }).data?.bounces;

/** Whether mails are sent from here; undefined: not known yet. Owners can change it, so it is refetched after a minute. */
export const useHasMail = (): boolean | undefined => useQuery({ ...statusQuery, staleTime: minute }).data?.mail;

/** The signed-in person; null: no one. */
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

/** `everywhere`: owned by the whole organisation; without it and without a team: whether I have the permission anywhere. */
interface PermissionQuestion extends Pick<PermissionTarget, 'teamId' | 'paged' | 'own'> {
  readonly everywhere?: boolean;
}

/** Permission checks for many items; in the past there is none to act. The server decides. */
export function useJudge(permission: Permission): (about?: PermissionQuestion) => boolean {
  const { personId, role, auditor } = useMe();
  const isNow = useAsOf() === null;
  const teams = useAll('teams');
  return useMemo(() => {
    const mine = teams.flatMap(({ id, members }) =>
      members.filter((member) => member.personId === personId).map((member) => ({ id, role: member.role })),
    );
    const me = { role, isAuditor: auditor, teams: mine };
    return ({ teamId, everywhere = false, ...mineIs } = {}) =>
      isNow && isGranted(permission, me, everywhere ? mineIs : { ...mineIs, teamId, somewhere: !teamId });
  }, [isNow, permission, personId, role, auditor, teams]);
}

/** Whether I may, here. */
export const useMay = (permission: Permission, about?: PermissionQuestion): boolean => useJudge(permission)(about);
