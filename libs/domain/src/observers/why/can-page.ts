import { followedVersion } from '@tocsin/contracts/policies/followed-version.js';
import type { ConfigurationReads } from '../../reads.js';
import { rulesOfTarget } from '../../setup/policies/shared/targets.js';

type Reads = Pick<ConfigurationReads, 'policies' | 'schedules' | 'teams'>;

/** Whether a step of this version names the person, or a team or a schedule that includes them today. */
export const canPage = (policy: { readonly policyId: string; readonly version: number }, personId: string, reads: Reads): boolean =>
  followedVersion(reads.policies.get(policy.policyId)?.versions ?? [], policy.version)?.steps.some((step) =>
    step.targets.some((target) => rulesOfTarget(target).includes(target, personId, reads)),
  ) ?? false;
