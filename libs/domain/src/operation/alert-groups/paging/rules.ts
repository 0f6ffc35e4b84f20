import { followedVersion } from '@tocsin/contracts/policies/followed-version.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { Step } from '@tocsin/contracts/policies/noun.js';
import type { GroupReads } from '../shared/reads.js';
import type { AlertGroupCore } from '../state.js';

/** A step to climb: of a policy by its id, or a substitute for a policy. */
export type EscalationStep = Omit<Step, 'stepId'> & { readonly stepId?: string };

/** The rules that a group climbs: the pinned version of its policy, or a substitute for one. */
export interface Rules {
  readonly steps: readonly EscalationStep[];
  readonly repeats: number;
  readonly doesEscalate: boolean;
  /** Its people are left to sleep. */
  readonly waits?: boolean;
}

const personsStep = (personIds: readonly string[]): EscalationStep => ({
  targets: personIds.map((personId) => ({ kind: 'person', personId })),
  waitMinutes: policyLimits.stepDelayMinutes.default,
  notifyOthersStill: false,
});

/**
 * A test pages only the person who started it, unless the whole policy is to run; a page by hand without a service
 * pages the people it names.
 */
export const rulesOf = (group: AlertGroupCore, reads: GroupReads): Rules => {
  const { origin, policy } = group;
  const isHigh = group.urgency === 'high';
  const version = policy && followedVersion(reads.policies.get(policy.policyId)?.versions ?? [], policy.version);
  if (origin.kind === 'test' && !(origin.wholePolicy && version))
    return { steps: [personsStep([origin.personId])], repeats: 0, doesEscalate: false };
  if (version)
    return {
      steps: version.steps,
      repeats: version.repeats,
      doesEscalate: isHigh || version.climbLow,
      waits: !isHigh && !group.test && version.lowWaits === true,
    };
  if (origin.kind === 'page' && origin.personIds.length > 0)
    return { steps: [personsStep(origin.personIds)], repeats: policyLimits.repeatsDefault, doesEscalate: isHigh };
  return { steps: [], repeats: 0, doesEscalate: isHigh };
};
