import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { ConfigurationReads } from '../../reads.js';
import { resolveTarget } from '../policies/shared/targets.js';

const isConcerned = ({ services, teamId }: MaintenanceRow, service: ServiceRow): boolean =>
  service.state === 'active' && (services.length > 0 ? services.includes(service.id) : teamId === null || service.teamId === teamId);

/** The people whom the schedules of the policies of its services would page now. */
export const onCallFor = (row: MaintenanceRow, reads: ConfigurationReads, now: string): string[] => {
  const policyIds = new Set<string>();
  for (const service of reads.services.all()) if (isConcerned(row, service)) policyIds.add(service.policyId);
  const people = new Set<string>();
  for (const policyId of policyIds)
    for (const { targets } of reads.policies.get(policyId)?.steps ?? [])
      for (const target of targets)
        if (target.kind === 'schedule') for (const { personId } of resolveTarget(target, reads, now)) people.add(personId);
  return [...people].slice(0, maintenanceLimits.told);
};
