import type { PolicyRow, Step } from '@tocsin/contracts/policies.js';
import type { InTheWay } from '@tocsin/contracts/refusals.js';
import type { ConfigurationReads } from '../reads.js';

export const names = (steps: readonly Step[], personId: string): boolean =>
  steps.some(({ targets }) => targets.some((target) => target.personId === personId));

/** The policies whose steps name a person, as they stand. */
export const standsIn = (reads: Pick<ConfigurationReads, 'policies'>, personId: string): readonly InTheWay[] =>
  [...reads.policies.all()]
    .filter(({ removed, steps }) => !removed && names(steps, personId))
    .map(({ id, teamId, name }) => ({ kind: 'policy', id, teamId, name }));

/** The steps with one person in the place of another; who is named twice in a step then is named once. Null when nobody was to be replaced. */
export const withReplacement = ({ steps }: Pick<PolicyRow, 'steps'>, personId: string, replacementId: string): readonly Step[] | null => {
  if (!names(steps, personId)) return null;
  return steps.map((step) => {
    const targets = step.targets.map((target) => (target.personId === personId ? { ...target, personId: replacementId } : target));
    return { ...step, targets: targets.filter((target, n) => targets.findIndex((one) => one.personId === target.personId) === n) };
  });
};
