import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { useCallback, useMemo } from 'react';
import { useJudge, useMe } from './session.js';
import { useAll } from './use-view.js';

/** Judges of an alert group whether I may act on it: of the team that has its service now, which may have moved since it was opened. */
export function useMayAct(): (row: AlertGroupRow) => boolean {
  const { personId } = useMe();
  const may = useJudge('alert_group.act');
  const services = useAll('services');
  const teams = useMemo(() => new Map(services.map(({ id, teamId }) => [id, teamId])), [services]);
  return useCallback(
    ({ serviceId, teamId, paging }) => may({ teamId: (serviceId && teams.get(serviceId)) ?? teamId, paged: paging.includes(personId) }),
    [may, teams, personId],
  );
}
