import { personIdsOf, type PolicyRow, type PolicyTarget, type Step } from '@tocsin/contracts/policies/noun.js';
import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import type { ConfigurationReads } from '../../../reads.js';

export const isNamedIn = (steps: readonly Step[], personId: string): boolean => steps.some((step) => personIdsOf(step).includes(personId));

/** Policies whose current steps target a person, in id order. */
export const listPoliciesNaming = (reads: Pick<ConfigurationReads, 'policies'>, personId: string): readonly BlockingReference[] =>
  reads.policies.where('named', personId).map(({ id, teamId, name }) => ({ kind: 'policy', id, teamId, name }));

const isPerson = (target: PolicyTarget, personId: string): boolean => target.kind === 'person' && target.personId === personId;

/**
 * The steps with one person replaced by another, without naming anyone twice in a step. Null when the person is not
 * named.
 */
export const withReplacement = ({ steps }: Pick<PolicyRow, 'steps'>, personId: string, replacementId: string): readonly Step[] | null => {
  if (!isNamedIn(steps, personId)) return null;
  return steps.map((step) => {
    const targets = step.targets.map((target) => (isPerson(target, personId) ? { ...target, personId: replacementId } : target));
    const replacementIndex = targets.findIndex((target) => isPerson(target, replacementId));
    return { ...step, targets: targets.filter((target, n) => n === replacementIndex || !isPerson(target, replacementId)) };
  });
};
