import { limits } from '@tocsin/contracts/limits.js';
import { notYetClimbing } from '../alert-groups/shared/climbing.js';
import type { ConfigurationContext } from '../reads.js';
import { denied, isSystem } from '../rules/permissions.js';
import type { TeamAnswer, TeamState } from '../teams/shared/state.js';

/** Follows from a saved policy, or a service with another one: names the next of the open alert groups that are to climb it. */
export interface ApplyPolicy {
  readonly type: 'ApplyPolicy';
  readonly data: {
    readonly teamId: string;
    readonly policyId: string;
    /** Null: as it stands now. */
    readonly version: number | null;
    readonly serviceId: string | null;
    readonly after: string | null;
  };
}

/** A version that was saved since says itself whether it is applied: then the rest of the older one is left to it. */
export const applyPolicy = (
  { teamId, policyId, version: asked, serviceId, after }: ApplyPolicy['data'],
  { policies }: TeamState,
  context: ConfigurationContext,
): TeamAnswer => {
  if (!isSystem(context)) return denied('Tocsin itself');
  const policy = policies.get(policyId);
  if (!policy || policy.removed) return [];
  const version = asked ?? policy.version;
  const all = notYetClimbing(context.reads.groups, { policyId, version, serviceId }, after);
  const groups = all.slice(0, limits.appliedTogether);
  if (groups.length === 0) return [];
  const more = all.length > groups.length ? groups.at(-1)! : null;
  return [{ type: 'PolicyAppliedToOpenGroups', data: { teamId, policyId, version, serviceId, groups, more } }];
};
