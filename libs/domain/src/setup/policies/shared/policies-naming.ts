import type { PolicyRow, Step } from '@tocsin/contracts/policies/noun.js';
import { doesName, idOf, idsNamed, traitsOf } from '@tocsin/contracts/policies/targets.js';
import { namedKey } from '../../../rules/policies-naming.js';

export const isNamedIn = (steps: readonly Step[], personId: string): boolean =>
  steps.some((step) => idsNamed(step, 'person').includes(personId));

export const namedKeysOf = ({ removed, steps }: Pick<PolicyRow, 'removed' | 'steps'>): readonly string[] =>
  removed ? [] : [...new Set(steps.flatMap(({ targets }) => targets.map((target) => namedKey(traitsOf(target)!.names, idOf(target)))))];

/**
 * The steps with one person replaced by another, without naming anyone twice in a step. Null when the person is not
 * named.
 */
export const withReplacement = ({ steps }: Pick<PolicyRow, 'steps'>, personId: string, replacementId: string): readonly Step[] | null => {
  if (!isNamedIn(steps, personId)) return null;
  return steps.map((step) => {
    const targets = step.targets.map((target) =>
      doesName(target, 'person', personId) ? { ...target, [traitsOf(target)!.idField]: replacementId } : target,
    );
    const replacementIndex = targets.findIndex((target) => doesName(target, 'person', replacementId));
    return { ...step, targets: targets.filter((target, n) => n === replacementIndex || !doesName(target, 'person', replacementId)) };
  });
};
