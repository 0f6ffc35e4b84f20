import type { Step, TypedStep } from '@tocsin/contracts/policies.js';
import { namedId } from '@tocsin/kernel/ids.js';

/**
 * The id of a step that came without one: derived from its policy and position, so that old events and their deciders
 * agree on it.
 */
export const stepIdAt = (policyId: string, place: number): string => namedId('step', policyId, place);

/**
 * Gives every step an id. A step without one keeps the id of the step at its position, unless another step has that id:
 * a client that writes policies without ids changes steps instead of replacing them.
 */
export const withIds = (steps: readonly TypedStep[], before: readonly Step[], newId: (place: number) => string): Step[] => {
  const given = new Set(steps.map(({ stepId }) => stepId));
  return steps.map(({ stepId, ...step }, place) => {
    const there = before[place]?.stepId;
    const ownId = there === undefined || given.has(there) ? newId(place) : there;
    return { stepId: stepId ?? ownId, ...step };
  });
};
