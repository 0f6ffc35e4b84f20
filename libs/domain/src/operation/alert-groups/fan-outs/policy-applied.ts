import { groupsToMove } from '../shared/escalating-groups.js';
import type { FanOut, SubjectOf } from './fan-out.js';

/** `version` null: the current one. */
type Request = Omit<SubjectOf<'PolicyAppliedToOpenGroups'>, 'version'> & { readonly version: number | null };

/** A policy is applied to open alert groups, when that was chosen on saving it, or on giving it to a service. */
export const policyApplied: FanOut<'PolicyAppliedToOpenGroups', Request> = {
  lists: 'PolicyAppliedToOpenGroups',
  on: {
    PolicyChanged: ({ teamId, policyId, version, appliesToOpen }) =>
      appliesToOpen ? { teamId, policyId, version, serviceId: null } : null,
    ServiceChanged: ({ teamId, serviceId, policyId, appliesToOpen }) =>
      appliesToOpen ? { teamId, policyId, version: null, serviceId } : null,
  },
  now: ({ version, ...request }, { policies }) => {
    const policy = policies.get(request.policyId);
    return !policy || policy.removed ? null : { ...request, version: version ?? policy.version };
  },
  groups: groupsToMove,
  each: (groupId, { policyId, version }) => ({ type: 'FollowPolicy', data: { groupId, policyId, version } }),
};
