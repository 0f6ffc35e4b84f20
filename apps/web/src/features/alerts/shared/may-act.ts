import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useCallback, useMemo } from 'react';
import { useJudge, useMe } from '../../../data/session/session.js';
import { useAll } from '../../../data/cache/use-view.js';

/** Fields that permissions are checked against. */
type OwnedGroup = Pick<AlertGroupRow, 'serviceId' | 'teamId' | 'involved'>;

/** Judges of an alert group whether I may act on it: of the team that has its service now, which may have moved since it was opened. */
export function useMayAct(): (row: OwnedGroup) => boolean {
  const { personId } = useMe();
  const may = useJudge('alert_group.act');
  const services = useAll('services');
  const teams = useMemo(() => new Map(services.map(({ id, teamId }) => [id, teamId])), [services]);
  return useCallback(
    ({ serviceId, teamId, involved }: OwnedGroup) =>
      may({ teamId: (serviceId && teams.get(serviceId)) ?? teamId, paged: involved.includes(personId) }),
    [may, teams, personId],
  );
}
