import type { PolicyRow, Step } from '@tocsin/contracts/policies/noun.js';
import { doesName, idOf, idsNamed, traitsOf, type NamedByTarget } from '@tocsin/contracts/policies/targets.js';
import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import type { ConfigurationReads } from '../../../reads.js';

export const isNamedIn = (steps: readonly Step[], personId: string): boolean =>
  steps.some((step) => idsNamed(step, 'person').includes(personId));

/** The value of the index `named`. */
export const namedKey = (what: NamedByTarget, id: string): string => `${what} ${id}`;

export const namedKeysOf = ({ removed, steps }: Pick<PolicyRow, 'removed' | 'steps'>): readonly string[] =>
  removed ? [] : [...new Set(steps.flatMap(({ targets }) => targets.map((target) => namedKey(traitsOf(target)!.names, idOf(target)))))];

/** Policies whose current steps name a person, schedule, team or webhook, in id order. */
export const listPoliciesNaming = (
  reads: Pick<ConfigurationReads, 'policies'>,
  what: NamedByTarget,
  id: string,
): readonly BlockingReference[] =>
  reads.policies
    .where('named', namedKey(what, id))
    .map((policy) => ({ kind: 'policy', id: policy.id, teamId: policy.teamId, name: policy.name }));

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
