import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { canServe } from '@tocsin/contracts/people/can-serve.js';
import type { ConfigurationReads } from '../../reads.js';

const isPerson = ({ people }: ConfigurationReads, personId: string): boolean => {
  const person = people.get(personId);
  return person !== undefined && canServe(person);
};

const isOnDutyEver = (reads: ConfigurationReads, schedule: ScheduleRow | undefined): boolean =>
  schedule?.removed === false &&
  schedule.versions.some(({ layers }) =>
    layers.some(({ rotation }) => rotation.slots.some(({ people }) => people.some((personId) => isPerson(reads, personId)))),
  );

const doesReach = (reads: ConfigurationReads, target: PolicyTarget): boolean => {
  if (target.kind === 'person') return isPerson(reads, target.personId);
  if (target.kind === 'team') {
    const team = reads.teams.get(target.teamId);
    return team?.removed === false && team.members.some(({ personId }) => isPerson(reads, personId));
  }
  return target.kind !== 'webhook' && isOnDutyEver(reads, reads.schedules.get(target.scheduleId));
};

/** Whether a policy names anybody who can be paged, at whatever time: so that a plan that was checked stays right. */
export const doesPageSomebody = (reads: ConfigurationReads, policy: PolicyRow | undefined): boolean =>
  policy?.removed === false && policy.steps.some(({ targets }) => targets.some((target) => doesReach(reads, target)));
