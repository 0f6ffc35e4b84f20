import type { Step, TypedStep } from '@tocsin/contracts/policies.js';
import { namedId } from '@tocsin/kernel/ids.js';

/** The id of a step that nobody gave one: it follows from its policy and its place, so that old events and their deciders agree on it. */
export const stepIdAt = (policyId: string, place: number): string => namedId('step', policyId, place);

/**
 * Every step with an id. One that came without keeps the id of the step at its place, unless another step has that: who writes policies without
 * ids changes a step, and makes none anew.
 */
export const withIds = (steps: readonly TypedStep[], before: readonly Step[], newId: (place: number) => string): Step[] => {
  const given = new Set(steps.map(({ stepId }) => stepId));
  return steps.map(({ stepId, ...step }, place) => {
    const there = before[place]?.stepId;
    const kept = there === undefined || given.has(there) ? newId(place) : there;
    return { stepId: stepId ?? kept, ...step };
  });
};
