import { followedVersion } from '@tocsin/contracts/policies/followed-version.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { ConfigurationReads } from '../../reads.js';

type Reads = Pick<ConfigurationReads, 'policies' | 'schedules' | 'teams'>;

const doesTarget = (target: PolicyTarget, personId: string, { schedules, teams }: Reads): boolean => {
  if ('personId' in target) return target.personId === personId;
  if ('scheduleId' in target) return schedules.where('named', personId).some(({ id }) => id === target.scheduleId);
  return 'teamId' in target && (teams.get(target.teamId)?.members.some((member) => member.personId === personId) ?? false);
};

/** Whether a step of this version names the person, or a team or a schedule that includes them today. */
export const canPage = (policy: { readonly policyId: string; readonly version: number }, personId: string, reads: Reads): boolean =>
  followedVersion(reads.policies.get(policy.policyId)?.versions ?? [], policy.version)?.steps.some((step) =>
    step.targets.some((target) => doesTarget(target, personId, reads)),
  ) ?? false;
