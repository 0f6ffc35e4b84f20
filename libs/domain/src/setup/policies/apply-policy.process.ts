import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ProcessCommand, Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../../operation/alert-groups/commands.js';
import type { ApplyPolicy } from './apply.js';

const apply = (data: ApplyPolicy['data']): ApplyPolicy => ({ type: 'ApplyPolicy', data });

/** Applies a policy to open alert groups, when that was chosen on saving: in parts, one command for each group. */
export const applyPolicyProcess: Process<RecordedFact> = {
  name: 'applying',
  on: {
    PolicyChanged: {
      then: ({ data: { teamId, policyId, version, appliesToOpen } }): readonly ProcessCommand[] =>
        appliesToOpen ? [apply({ teamId, policyId, version, serviceId: null, after: null })] : [],
    },
    ServiceChanged: {
      then: ({ data: { teamId, serviceId, policyId, appliesToOpen } }): readonly ProcessCommand[] =>
        appliesToOpen ? [apply({ teamId, policyId, version: null, serviceId, after: null })] : [],
    },
    PolicyAppliedToOpenGroups: {
      then: ({ data: { groups, more, ...data } }): readonly ProcessCommand[] => [
        ...groups.map((groupId): InternalCommand => ({
          type: 'FollowPolicy',
          data: { groupId, policyId: data.policyId, version: data.version },
        })),
        ...(more === null ? [] : [apply({ ...data, after: more })]),
      ],
    },
  },
};
