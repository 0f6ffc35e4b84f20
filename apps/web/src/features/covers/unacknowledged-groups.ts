import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { idsNamed } from '@tocsin/contracts/policies/targets.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';

const pagesBy = ({ steps, removed }: Pick<PolicyRow, 'steps' | 'removed'>, scheduleId: string): boolean =>
  !removed && steps.some((step) => idsNamed(step, 'schedule').includes(scheduleId));

/** Unacknowledged alert groups of services whose policy uses this schedule. */
export function unacknowledgedBy<Group extends Pick<AlertGroupRow, 'serviceId' | 'status'>>(
  scheduleId: string,
  groups: readonly Group[],
  services: readonly Pick<ServiceRow, 'id' | 'policyId'>[],
  policies: readonly Pick<PolicyRow, 'id' | 'steps' | 'removed'>[],
): readonly Group[] {
  const paging = new Set(policies.filter((policy) => pagesBy(policy, scheduleId)).map(({ id }) => id));
  const paged = new Set(services.filter(({ policyId }) => policyId !== null && paging.has(policyId)).map(({ id }) => id));
  return groups.filter(({ serviceId, status }) => status === 'firing' && serviceId !== null && paged.has(serviceId));
}
