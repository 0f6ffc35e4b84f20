import { followedVersion } from '@tocsin/contracts/followed-version.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Step } from '@tocsin/contracts/policies.js';
import type { GroupReads } from '../shared/reads.js';
import type { AlertGroupCore } from '../state.js';

/** A step to climb: of a policy by its id, or a substitute for a policy. */
export type ClimbedStep = Omit<Step, 'stepId'> & { readonly stepId?: string };

/** The rules that a group climbs: the pinned version of its policy, or a substitute for one. */
export interface Rules {
  readonly steps: readonly ClimbedStep[];
  readonly repeats: number;
  readonly climbs: boolean;
  /** Its people are left to sleep. */
  readonly waits?: boolean;
}

const persons = (personIds: readonly string[]): ClimbedStep => ({
  targets: personIds.map((personId) => ({ kind: 'person', personId })),
  waitMinutes: limits.stepDelayMinutes.default,
  notifyOthersStill: false,
});

/**
 * A test pages only the person who started it, unless the whole policy is to run; a page by hand without a service
 * pages the people it names.
 */
export const rulesOf = (group: AlertGroupCore, reads: GroupReads): Rules => {
  const { origin, policy } = group;
  const high = group.urgency === 'high';
  const version = policy && followedVersion(reads.policies.get(policy.policyId)?.versions ?? [], policy.version);
  if (origin.kind === 'test' && !(origin.wholePolicy && version)) return { steps: [persons([origin.personId])], repeats: 0, climbs: false };
  if (version)
    return {
      steps: version.steps,
      repeats: version.repeats,
      climbs: high || version.climbLow,
      waits: !high && !group.test && version.lowWaits === true,
    };
  if (origin.kind === 'page' && origin.personIds.length > 0)
    return { steps: [persons(origin.personIds)], repeats: limits.repeatsDefault, climbs: high };
  return { steps: [], repeats: 0, climbs: high };
};
