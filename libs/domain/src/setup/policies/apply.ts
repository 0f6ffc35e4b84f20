import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { groupsToMove } from '../../operation/alert-groups/shared/escalating-groups.js';
import type { ConfigurationContext } from '../../reads.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import type { TeamAnswer, TeamState } from '../teams/shared/state.js';

/**
 * Follows from a saved policy, or from a service that got another one: lists the next of the open alert groups that are
 * to follow it.
 */
export interface ApplyPolicy {
  readonly type: 'ApplyPolicy';
  readonly data: {
    readonly teamId: string;
    readonly policyId: string;
    /** Null: the current version. */
    readonly version: number | null;
    readonly serviceId: string | null;
    readonly after: string | null;
  };
}

/** A newer version saved since decides for itself whether it is applied: the rest of the older one is dropped. */
export const applyPolicy = (
  { teamId, policyId, version: wantedVersion, serviceId, after }: ApplyPolicy['data'],
  { policies }: TeamState,
  context: ConfigurationContext,
): TeamAnswer => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const policy = policies.get(policyId);
  if (!policy || policy.removed) return [];
  const version = wantedVersion ?? policy.version;
  const all = groupsToMove(context.reads.groups, { policyId, version, serviceId }, after);
  const groups = all.slice(0, alertGroupLimits.sizes.appliedTogether);
  if (groups.length === 0) return [];
  const more = all.length > groups.length ? groups.at(-1)! : null;
  return [{ type: 'PolicyAppliedToOpenGroups', data: { teamId, policyId, version, serviceId, groups, more } }];
};
