import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** The fields of an alert group that are needed when its policy changes. */
export interface EscalatingGroup {
  readonly groupId: string;
  readonly status: string;
  readonly serviceId: string | null;
  readonly policy: { readonly policyId: string; readonly version: number } | null;
}

/** Index of open alert groups by the policy that they climb. */
export const policyOf = ({ status, policy }: Pick<EscalatingGroup, 'status' | 'policy'>): readonly string[] =>
  status === 'resolved' || policy === null ? [] : [policy.policyId];

export const openOf = ({ status, serviceId }: Pick<EscalatingGroup, 'status' | 'serviceId'>): readonly string[] =>
  status === 'resolved' || serviceId === null ? [] : [serviceId];

interface ChosenPolicy {
  readonly policyId: string;
  readonly version: number;
  /** Groups of this service only, whatever their policy; null: groups of the policy. */
  readonly serviceId: string | null;
}

/** The open alert groups that climb another policy or an earlier version, in id order, after the one given. */
export const groupsToMove = function* (
  { policyId, version, serviceId }: ChosenPolicy,
  { groups }: { readonly groups: Rows<EscalatingGroup> },
  after: string | null,
): Generator<string> {
  const rows = serviceId === null ? groups.whereAfter('climbedId', policyId, after) : groups.whereAfter('openOfId', serviceId, after);
  for (const { groupId, policy } of rows) if (policy !== null && (policy.policyId !== policyId || policy.version < version)) yield groupId;
};

/** All open alert groups, in id order, after the one given. */
export const openGroupsAfter = (groups: Rows<EscalatingGroup>, after: string | null): readonly string[] =>
  [...groups.entries()]
    .flatMap(([groupId, { status }]) => (status !== 'resolved' && (after === null || groupId > after) ? [groupId] : []))
    .toSorted();
