import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** What is asked of an alert group where its policy changes. */
export interface ClimbingGroup {
  readonly groupId: string;
  readonly status: string;
  readonly serviceId: string | null;
  readonly policy: { readonly policyId: string; readonly version: number } | null;
}

/** What open alert groups are found by: the policy that they climb. */
export const policyOf = ({ status, policy }: Pick<ClimbingGroup, 'status' | 'policy'>): readonly string[] =>
  status === 'resolved' || policy === null ? [] : [policy.policyId];

/** And the service that they are of. */
export const openOf = ({ status, serviceId }: Pick<ClimbingGroup, 'status' | 'serviceId'>): readonly string[] =>
  status === 'resolved' || serviceId === null ? [] : [serviceId];

interface Asked {
  readonly policyId: string;
  readonly version: number;
  /** Those of one service alone, whatever they climb; null: those that climb the policy. */
  readonly serviceId: string | null;
}

/** The open alert groups that climb something else, in the order of their ids, after the one given. */
export const notYetClimbing = (
  groups: Rows<ClimbingGroup>,
  { policyId, version, serviceId }: Asked,
  after: string | null,
): readonly string[] =>
  (serviceId === null ? groups.where('climbedId', policyId) : groups.where('openOfId', serviceId))
    .filter(({ policy }) => policy !== null && (policy.policyId !== policyId || policy.version !== version))
    .map(({ groupId }) => groupId)
    .filter((groupId) => after === null || groupId > after)
    .toSorted();
