import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ProcessCommand, Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../alert-groups/commands.js';
import type { ApplyPolicy } from './apply.js';

const apply = (data: ApplyPolicy['data']): ApplyPolicy => ({ type: 'ApplyPolicy', data });

/** A policy is applied to open alert groups where whoever saved it asked for that: so many at a time, each by a command of its own. */
export const applyingProcess: Process<RecordedFact> = {
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
